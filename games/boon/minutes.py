"""About the least and the most minutes of a table of Boon by seats.

`python -m service.games.minutes boon --write` measures and writes them.
"""

MINUTES = {
    3: (25, 100),
    4: (30, 70),
    5: (20, 70),
}
