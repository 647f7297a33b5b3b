% The start, written plainly, the rings in supply as lists.
[[
  [[empty], [empty], [empty], [blackBall, blackRing, blackBase, empty], [blackBall, blackRing, blackBase, empty]],
  [[empty], [empty], [empty], [empty], [blackBall, blackRing, blackBase, empty]],
  [[empty], [empty], [empty], [empty], [empty]],
  [[whiteBall, whiteRing, whiteBase, empty], [empty], [empty], [empty], [empty]],
  [[whiteBall, whiteRing, whiteBase, empty], [whiteBall, whiteRing, whiteBase, empty], [empty], [empty], [empty]]
], [[whiteRing, whiteRing, whiteRing, whiteRing, whiteRing], [blackRing, blackRing, blackRing, blackRing, blackRing]]].
