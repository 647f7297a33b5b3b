endgameBoard([
[[empty,0], [empty,0], [empty,0], [empty,0], [empty,0], [green,1]],
[[empty,0], [white,8], [empty,0], [empty,0], [empty,0], [empty,0]],
[[empty,0], [empty,0], [empty,0], [empty,0], [empty,0], [empty,0]],
[[empty,0], [empty,0], [black,6], [empty,0], [empty,0], [empty,0]],
[[empty,0], [empty,0], [empty,0], [empty,0], [black,3], [empty,0]],
[[empty,0], [empty,0], [empty,0], [empty,0], [empty,0], [empty,0]]
]).
