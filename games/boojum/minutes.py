"""About the least and the most minutes of a table of Boojum by seats.

`python -m service.games.minutes boojum --write` measures and writes them.
"""

MINUTES = {
    3: (160, 240),
    4: (270, 420),
    5: (360, 540),
    6: (420, 690),
    7: (660, 990),
    8: (690, 1080),
    9: (780, 1080),
    10: (1020, 1590),
    11: (1200, 1710),
    12: (1260, 1830),
}
