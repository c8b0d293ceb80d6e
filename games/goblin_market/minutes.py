"""About the least and the most minutes of a table of Goblin Market by seats.

`python -m service.games.minutes goblin_market --write` measures and writes them.
"""

MINUTES = {
    3: (30, 45),
    4: (40, 55),
    5: (55, 80),
    6: (60, 90),
}
