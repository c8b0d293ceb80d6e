"""About the least and the most minutes of a table of The Bum Game by seats.

`python -m service.games.minutes bum --write` measures and writes them.
"""

MINUTES = {
    3: (630, 780),
    4: (840, 1080),
    5: (1260, 1560),
    6: (1650, 2040),
    7: (2220, 2580),
    8: (2760, 3210),
}
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    3: (5, 15),
    4: (15, 25),
    5: (20, 35),
    6: (30, 45),
    7: (40, 60),
    8: (55, 70),
}
