"""About the least and the most minutes of a table of High Card by seats.

`python -m service.games.minutes high_card --write` measures and writes them.
"""

MINUTES = {
    2: (5, 10),
    3: (5, 10),
    4: (10, 15),
    5: (15, 15),
    6: (15, 20),
}
