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
