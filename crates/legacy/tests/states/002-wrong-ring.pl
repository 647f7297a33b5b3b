% A white ball on a black ring.
[[
  [[empty], [empty], [empty], [blackBall, blackRing, blackBase, empty], [blackRing, blackBase, empty]],
  [[empty], [empty], [empty], [blackBall, blackRing, empty], [blackBall, blackRing, blackBase, empty]],
  [[empty], [empty], [whiteBall, blackRing, empty], [empty], [empty]],
  [[whiteBall, whiteRing, whiteBase, empty], [whiteBall, whiteRing, empty], [empty], [empty], [empty]],
  [[whiteRing, whiteBase, empty], [whiteRing, whiteBase, empty], [empty], [empty], [empty]]
], [4, 3]].
