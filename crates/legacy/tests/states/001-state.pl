% A state with the cubes in hand, White's first.
[[
  [[black, black, black, black, white, white, white, white], [], [], [], [black, black]],
  [[], [], [], [], []],
  [[white, white], [], [], [], []],
  [[], [], [], [], []],
  [[whiteCube], [], [], [], []]
], 8, 9].
