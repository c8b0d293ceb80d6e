"""About the least and the most minutes of a table of Boosh by seats.

`python -m service.games.minutes boosh --write` measures and writes them.
"""

MINUTES = {
    2: (25, 80),
    3: (50, 130),
    4: (70, 180),
}
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    2: (5, 10),
    3: (5, 15),
    4: (5, 15),
}
