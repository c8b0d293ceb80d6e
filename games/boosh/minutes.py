"""About the least and the most minutes of a table of Boosh by seats.

`python -m service.games.minutes boosh --write` measures and writes them.
"""

MINUTES = {
    2: (15, 45),
    3: (35, 110),
    4: (45, 150),
}
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    2: (5, 10),
    3: (5, 10),
    4: (5, 20),
}
