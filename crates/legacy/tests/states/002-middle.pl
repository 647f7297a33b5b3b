% Black can vault over two white balls.
[[
  [[empty], [empty], [empty], [blackBall | [blackRing | [blackBase | [empty]]]], [blackRing | [blackBase | [empty]]]],
  [[empty], [empty], [empty], [blackBall | [blackRing | [empty]]], [blackBall | [blackRing | [blackBase | [empty]]]]],
  [[empty], [empty], [whiteBall | [whiteRing | [empty]]], [empty], [empty]],
  [[whiteBall | [whiteRing | [whiteBase | [empty]]]], [whiteBall | [whiteRing | [empty]]], [empty], [empty], [empty]],
  [[whiteRing | [whiteBase | [empty]]], [whiteRing | [whiteBase | [empty]]], [empty], [empty], [empty]]
], [3, 4]].
