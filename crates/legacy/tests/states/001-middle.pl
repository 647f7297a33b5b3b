midBoard([
    [[black, black],        [], [blackCube], [],                  [black, black, black, black]],
    [[],                    [], [],         [white, white, white], [],
    [[],                    [], [],          [],                  [],
    [[],                    [], [],          [],                  [],
    [[white, white, white], [], [[]],        [whiteCube],       	  []
    ]).
