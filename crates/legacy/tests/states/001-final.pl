finalBoard([
    [[blackCube], [white, black, white, black], [blackCube],   [whiteCube],           [white, black, black, black, black]],
    [[whiteCube], [whiteCube],                  [],            [white, white],                             [white, black]],
    [[],          [],                           [],            [],                                                     []],
    [[],          [],                           [],            [],                                                     []],
    [[whiteCube], [],                           [],            [whiteCube],                                            []]
    ]).
