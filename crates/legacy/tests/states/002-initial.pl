% The start, written with bars.
[[
  [[empty], [empty], [empty], [blackBall | [blackRing | [blackBase | [empty]]]], [blackBall | [blackRing | [blackBase | [empty]]]]],
  [[empty], [empty], [empty], [empty], [blackBall | [blackRing | [blackBase | [empty]]]]],
  [[empty], [empty], [empty], [empty], [empty]],
  [[whiteBall | [whiteRing | [whiteBase | [empty]]]], [empty], [empty], [empty], [empty]],
  [[whiteBall | [whiteRing | [whiteBase | [empty]]]], [whiteBall | [whiteRing | [whiteBase | [empty]]]], [empty], [empty], [empty]]
], [5, 5]].
