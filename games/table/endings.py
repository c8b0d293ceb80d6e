"""Why a table has ended: codes, with a sentence for each, and what each means for all that counts.

The log holds codes alone.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypedDict

from games import GAMES
from games.core.contract import Outcome, Seat
from games.core.type_hints.records import any_word_of
from games.table.attendance import FORFEITED, WAYS, Deserter, rank_behind

WITHDRAWN, EXPIRED, ADJOURNED, FORFEIT = "withdrawn", "expired", "adjourned", "forfeit"
VOIDED, BROKEN_OFF = "voided", "broken_off"
BEACON_FAILED: Final = "beacon_failed"
CLOSING_LOST: Final = "closing_lost"
ABORT_RULED: Final = "abort_ruled"
CLOSED_BY_OPERATOR: Final = "closed_by_operator"
ABORTED: Final = (BEACON_FAILED, CLOSING_LOST, ABORT_RULED, CLOSED_BY_OPERATOR)  # T9b
WITHOUT_RESULT: Final = (  # T9: no places, no points, nothing that counts
    WITHDRAWN, EXPIRED, ADJOURNED, VOIDED, *ABORTED,
)  # fmt: skip
ADJUDICATED: Final = "adjudicated"  # by a director, in a tournament; no log of a table says it
OWN: Final[Mapping[str, str]] = {
    WITHDRAWN: "The opener has withdrawn the table",  # T9
    EXPIRED: "Play did not begin in time",  # T9a
    BEACON_FAILED: "The beacon did not come, so the table was aborted",  # T9b
    CLOSING_LOST: "The server has lost a part of this table's log, so the table was aborted",  # T9b
    ABORT_RULED: "An auditor has ruled that the table is aborted",  # T9b
    CLOSED_BY_OPERATOR: "The operator of this server has closed the table",  # T9b
    ADJOURNED: "All players have agreed to end the table",  # T11
    FORFEIT: "A player has forfeited the table",  # T8a, T8b
    VOIDED: "The table was voided by a ruling",  # T17
    BROKEN_OFF: "A hand was voided after the end, and nobody plays on",  # T19
}
ENDINGS: Final[Mapping[str, str]] = {
    **OWN, **{code: text for game in GAMES.values() for code, text in game.rules.endings.items()},
}  # fmt: skip


class EndingMeaning(NamedTuple):
    """Rule T9: what the end of a table means for ratings, statistics and tournaments.

    Attributes:
        places: by seat, as the table has ended; empty where it has no result.
        deserters: whose players have deserted.
        is_aborted: it counts as aborted (T9b).
        is_forfeit: it ended by a forfeit, with the scores as they stood.
    """

    places: tuple[int, ...]
    deserters: tuple[Deserter, ...]
    is_aborted: bool
    is_forfeit: bool

    @property
    def has_result(self) -> bool:
        """Whether it counts: for ratings, records of players, standings of tournaments."""
        return bool(self.places)

    def rated_places(self) -> dict[Seat, int]:
        """Return the places by which seats are rated: deserters last, none for who never acted."""
        left_out = {one.seat for one in self.deserters if not one.acted}
        places = rank_behind(self.places, [one.seat for one in self.deserters])
        return {
            Seat(seat): place for seat, place in enumerate(places) if Seat(seat) not in left_out
        }

    def deserted_seats(self) -> tuple[Seat, ...]:
        """Return the seats whose players have deserted, those who never acted too."""
        return tuple(one.seat for one in self.deserters)

    def forfeited_seats(self) -> tuple[Seat, ...]:
        """Return the seats that were forfeited as time was up."""
        return tuple(one.seat for one in self.deserters if one.how == FORFEITED)

    @property
    def is_unplayed(self) -> bool:
        """Whether it ended by a forfeit, and somebody who forfeited had never acted."""
        return self.is_forfeit and any(
            one.how == FORFEITED and not one.acted for one in self.deserters
        )


def ending_meaning(
    why: str, places: Sequence[int], deserters: Sequence[Deserter] = ()
) -> EndingMeaning:
    """Rule T9: return what an ending means; all that counts tables asks here.

    >>> ending_meaning("forfeit", (1, 2), [Deserter(Seat(1), "forfeited", False)]).rated_places()
    {0: 1}
    """
    return EndingMeaning(tuple(places), tuple(deserters), why in ABORTED, why == FORFEIT)


def meaning_of_close(data: Mapping[str, Any]) -> EndingMeaning:
    """Return the same of the public fields of the event by which a table closed or finished."""
    deserters = [Deserter(**one) for one in data.get("deserters", ())]
    return ending_meaning(data["why"], data["places"], deserters)


class DeserterFacts(TypedDict):
    """A seat whose player has deserted the table."""

    seat: Seat
    how: Annotated[
        str,
        any_word_of(*WAYS),
        "Time was up, which forfeits the seat; away at the end; or mostly away.",
    ]
    acted: Annotated[bool, "Whether the player ever acted."]


class OutcomeFacts(TypedDict):
    """How a table ended."""

    places: Annotated[
        tuple[int, ...], "By seat; 1 is first, ties share. Empty where nothing was played."
    ]
    scores: Annotated[tuple[int, ...], "By seat."]
    why: Annotated[str, any_word_of(*ENDINGS), "Why it ended."]
    text: Annotated[str, "The same in a sentence."]
    deserters: Annotated[list[DeserterFacts], "Who has deserted, by seat."]


def outcome_facts(
    outcome: Outcome | None, deserters: Sequence[Deserter] = ()
) -> OutcomeFacts | None:
    """Return an outcome with its reason in a sentence; of a game that is not here, the code."""
    if outcome is None:
        return None
    places, scores, why = outcome
    return {
        "places": places,
        "scores": scores,
        "why": why,
        "text": ENDINGS.get(why, why),
        "deserters": [{"seat": one.seat, "how": one.how, "acted": one.acted} for one in deserters],
    }
