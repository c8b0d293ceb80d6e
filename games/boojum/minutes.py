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
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    3: (10, 20),
    4: (20, 30),
    5: (35, 45),
    6: (50, 70),
    7: (60, 80),
    8: (80, 100),
    9: (110, 130),
    10: (130, 150),
    11: (160, 180),
    12: (180, 210),
}
