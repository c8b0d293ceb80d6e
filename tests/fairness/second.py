"""The second verifier: a program in Node, written from docs/fairness.md alone."""

from pathlib import Path

from games import NEWEST
from tests.games.every import checks_of

PROGRAM = Path(__file__).with_name("verify.mjs")


def second_verifier(*arguments: object) -> list[str]:
    """Return the command that runs it, knowing how the events of each game tell of a deal."""
    deals = [word for name in NEWEST for word in ("--deals", str(checks_of(name).deals))]
    return ["node", str(PROGRAM), *deals, *map(str, arguments)]
