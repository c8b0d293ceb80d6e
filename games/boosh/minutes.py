"""About the least and the most minutes of a table of Boosh by seats.

`python -m service.games.minutes boosh --write` measures and writes them.
"""

MINUTES = {
    2: (15, 45),
    3: (35, 110),
    4: (45, 150),
}
