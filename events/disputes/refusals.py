"""Every refusal by rules D1 to D6 of disputes; docs/reference/disputes.md has the rules."""

from typing import Final

from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.table.refusals import RULED as RULED_BY_TABLE

NOT_A_PARTY: Final = Refusal(
    "dispute/not_a_party",
    "D1",
    lambda: "Only a player who holds a seat, or held one when play began, may dispute a hand",
    status=403,
)
NOT_AN_OBSERVER: Final = Refusal(
    "dispute/not_a_party",
    "D1",
    lambda: "Only auditors and the players of this table see its disputes",
    status=403,
)
NO_SUCH_HAND: Final = Refusal(
    "dispute/no_such_hand",
    "D2",
    lambda dealt: f"This table has dealt {dealt}; name one that was dealt",
)
TOO_EARLY: Final = Refusal(
    "dispute/too_early",
    "D3",
    lambda: (
        "You can dispute a hand of a tournament's table once the table has closed, which is when"
        " all tables with the same deals have ended"
    ),
)
TOO_LATE: Final = Refusal("dispute/too_late", "D3", lambda: "The time to dispute this hand is over")
ALREADY_OPEN: Final = Refusal(
    "dispute/already_open",
    "D4",
    lambda number: (
        f"You have an open dispute about this hand (number {number} of this table); "
        "withdraw it or wait for its ruling"
    ),
)
TOO_MANY: Final = Refusal(
    "dispute/too_many",
    "D4",
    lambda most: f"Your seat has opened {most} disputes about this hand, and may open no more",
)
NOT_YOURS: Final = Refusal(
    "dispute/not_yours",
    "D5",
    lambda: "Only the player who opened a dispute may withdraw it",
    status=403,
)
WITHDRAWN: Final = RefusalByRule(
    "dispute/withdrawn",
    ("D5", "T15"),
    lambda: "This dispute was withdrawn; another one may be opened",
)
RULED: Final = RefusalByRule(RULED_BY_TABLE.code, ("D5", "T15"), RULED_BY_TABLE.why)
NOT_AN_AUDITOR: Final = Refusal(
    "dispute/not_an_auditor",
    "D6",
    lambda: "Only an auditor may do this; the operator of this server grants that role",
    status=403,
)
REFUSALS: Final = refusals_in(globals())
