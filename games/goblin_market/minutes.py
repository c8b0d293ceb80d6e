"""About the least and the most minutes of a table of Goblin Market by seats.

`python -m service.games.minutes goblin_market --write` measures and writes them.
"""

MINUTES = {
    3: (30, 45),
    4: (40, 55),
    5: (55, 80),
    6: (60, 90),
}
BRIEF_MINUTES = {  # of a table with the game's `brief` options
    3: (25, 40),
    4: (35, 50),
    5: (50, 70),
    6: (55, 80),
}
