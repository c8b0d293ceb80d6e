"""The second verifier: that of the web client, in Node, written from docs/fairness.md alone."""

from pathlib import Path

from games import NEWEST
from tests.games.every import checks_of

VERIFIER = Path(__file__).parents[2] / "service" / "web" / "verify"
PROGRAM = Path(__file__).with_name("verify.mjs")


def second_verifier(*arguments: object) -> list[str]:
    """Return the command that runs it, knowing how the events of others' games tell of a deal."""
    others = [path for name in NEWEST if (path := checks_of(name).deals).suffix == ".mjs"]
    deals = [word for path in others for word in ("--deals", str(path))]
    return ["node", str(PROGRAM), *deals, *map(str, arguments)]
