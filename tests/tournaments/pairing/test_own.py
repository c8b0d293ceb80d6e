"""Pairings of a runner's own: each mistake has its code, and says what would be right."""

import pytest

from games.core.contract import Illegal
from tournaments.pairing import DrawnRound, PairingContext, Table
from tournaments.pairing.own import require_fair
from tournaments.tables import Entrant


def table(*entrants: int) -> Table:
    return tuple(Entrant(one) for one in entrants)


EVERYBODY = table(0, 1, 2, 3, 4, 5)
PAST = PairingContext(
    EVERYBODY, frozenset(EVERYBODY) - {5}, (DrawnRound((table(0, 1), table(2, 3, 4))),)
)


def test_a_round_for_everybody_who_is_there_is_taken() -> None:
    require_fair(DrawnRound((table(0, 2), table(1, 3)), table(4)), PAST, {2, 3})
    require_fair(DrawnRound((table(3, 2), table(1, 0, 4))), PAST, {2, 3}, rematches=True)


@pytest.mark.parametrize(
    ("drawn", "code", "says"),
    [
        (DrawnRound((table(0, 9),)), "tournament/unknown_entrant", "entrants 0 to 5"),
        (DrawnRound((table(0, 5),)), "tournament/not_active", "leave this entrant out"),
        (DrawnRound((table(0, 2),), table(0)), "tournament/named_twice", "once a round"),
        (DrawnRound((table(0, 0),)), "tournament/named_twice", "once a round"),
        (DrawnRound((table(0, 2),)), "tournament/left_out", "these entrants: 1, 3, 4"),
        (
            DrawnRound((table(0, 2, 1, 3), table(4))),
            "tournament/wrong_seats",
            "4 entrants, not 2 or 3",
        ),
        (
            DrawnRound((table(1, 0), table(2, 3)), table(4)),
            "tournament/rematch",
            "rematch of entrants 0, 1;",
        ),
        (
            DrawnRound((table(4, 2, 3),), table(0, 1)),
            "tournament/rematch",
            "rematch of entrants 2, 3, 4;",
        ),
    ],
)
def test_each_mistake_has_its_sentence_and_code(drawn: DrawnRound, code: str, says: str) -> None:
    with pytest.raises(Illegal) as caught:
        require_fair(drawn, PAST, {2, 3})
    assert (caught.value.code, caught.value.rule) == (code, "U66")
    assert says in caught.value.detail


def test_two_who_met_may_meet_in_other_company_at_a_larger_table() -> None:
    require_fair(DrawnRound((table(0, 1, 2),), table(3, 4)), PAST, {3})
