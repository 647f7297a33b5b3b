initialBoard([
	[[], [], [], [], [black, black, black, black, black, black]],
	[[], [], [], [], []],
	[[], [], [], [], []],
	[[], [], [], [], []],
	[[white, white, white, white, white, white], [], [], [], []]
]).
