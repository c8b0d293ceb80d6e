"""Every way in which pairings say no."""

from typing import Final

from games.core.contract import Refusal, RefusalByRule, refusals_in

IMPOSSIBLE_SEATS: Final = Refusal(
    "tournament/impossible_seats",
    "U60",
    lambda seats: f"A table has 2 to 6 seats, not {seats}",
    status=422,
)
NO_ROUNDS: Final = Refusal(
    "tournament/no_rounds", "U60", lambda what: f"{what} must be 1 or more", status=422
)
IMPOSSIBLE_ADVANCING: Final = Refusal(
    "tournament/impossible_advancing",
    "U60",
    lambda seats, fitting: (
        f"The entrants who advance from tables of {seats} must fill whole tables again: let"
        f" {fitting} advance"
    ),
    status=422,
)
TOO_FEW: Final = Refusal(
    "tournament/too_few_to_pair",
    "U60",
    lambda entrants, least: (
        f"A table takes {least} entrants or more; the tournament can pair {entrants}"
    ),
)
TOO_FEW_FOR_POOLS: Final = Refusal(
    "tournament/too_few_for_pools",
    "U68",
    lambda pools, least, entrants: (
        f"{pools} pools take {least} entrants or more; the tournament has {entrants}"
    ),
)
UNKNOWN_ENTRANT: Final = RefusalByRule(
    "tournament/unknown_entrant",
    ("U2", "U4", "U5", "U11", "U16", "U17", "U66"),
    lambda entrant, last: f"There is no entrant {entrant}; there are entrants 0 to {last}",
    status=404,
)
NOT_ACTIVE: Final = Refusal(
    "tournament/not_active",
    "U66",
    lambda entrant: f"Entrant {entrant} cannot be paired now; leave this entrant out of the round",
)
NAMED_TWICE: Final = Refusal(
    "tournament/named_twice",
    "U66",
    lambda entrant: f"Entrant {entrant} is named twice; name each entrant once a round",
)
LEFT_OUT: Final = Refusal(
    "tournament/left_out",
    "U66",
    lambda entrants: (
        f"The round leaves out these entrants: {entrants}; give each of them a table or a bye"
    ),
)
WRONG_SEATS: Final = Refusal(
    "tournament/wrong_seats",
    "U66",
    lambda table, seats, sizes: f"Table {table} of the round has {seats} entrants, not {sizes}",
)
REMATCH: Final = Refusal(
    "tournament/rematch",
    "U66",
    lambda table, entrants: (
        f"Table {table} of the round is a rematch of entrants {entrants}; allow rematches in the"
        " settings or pair others"
    ),
)
REFUSALS: Final = refusals_in(globals())
