% White has reached every goal.
[[
  [[empty], [empty], [blackBall | [blackRing | [empty]]], [whiteBall | [whiteRing | [blackBase | [empty]]]], [whiteBall | [whiteRing | [blackRing | [blackBase | [empty]]]]]],
  [[empty], [empty], [empty], [blackBall | [blackRing | [empty]]], [whiteBall | [whiteRing | [blackRing | [whiteRing | [blackRing | [blackBase | [empty]]]]]]]],
  [[empty], [whiteRing | [empty]], [empty], [whiteRing | [empty]], [blackRing | [empty]]],
  [[whiteBase | [empty]], [empty], [empty], [empty], [blackBall | [blackRing | [empty]]]],
  [[whiteBase | [empty]], [whiteBase | [empty]], [empty], [empty], [empty]]
], [2, 1]].
