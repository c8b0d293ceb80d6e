"""A game's `minutes.py`, measured and written.

    python -m service.games.minutes boon [--write]

prints what stands in the file; `--write` writes it into the game's package.
"""

import argparse
from importlib.resources import files
from pathlib import Path

from bots.minutes import TABLES, table_minutes, usual_span
from events.terminal import say_lines
from games import NEWEST
from games.core.game import AnyGame


def minutes_module(game: AnyGame, tables: int = TABLES) -> str:
    """Return the text of a game's `minutes.py`, as so many tables of each size give it."""
    every, brief = (
        {
            seats: usual_span(table_minutes(game, seats, range(tables), options))
            for seats in game.seats
        }
        for options in ({}, game.brief)
    )
    return "\n".join(
        [
            f'"""About the least and the most minutes of a table of {game.title} by seats.',
            "",
            f"`python -m service.games.minutes {game.name} --write` measures and writes them.",
            '"""',
            "",
            "MINUTES = {",
            *(f"    {seats}: {span}," for seats, span in every.items()),
            "}",
            "BRIEF_MINUTES = {  # of a table with the game's `brief` options",
            *(f"    {seats}: {span}," for seats, span in brief.items()),
            "}",
            "",
        ]
    )


def main() -> None:
    """Print or write the minutes of a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=[*NEWEST], metavar="GAME")
    parser.add_argument("--write", action="store_true", help="write the game's minutes.py")
    arguments = parser.parse_args()
    game = NEWEST[arguments.game]
    text = minutes_module(game)
    if arguments.write:
        Path(str(files(game.package))).joinpath("minutes.py").write_text(text)
    else:
        say_lines(*text.removesuffix("\n").split("\n"))


if __name__ == "__main__":
    main()
