"""About the least and the most minutes of a table of Boon by seats.

`python -m service.games.minutes boon --write` measures and writes them.
"""

MINUTES = {
    3: (25, 100),
    4: (30, 70),
    5: (20, 70),
}
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    3: (5, 15),
    4: (10, 15),
    5: (10, 15),
}
