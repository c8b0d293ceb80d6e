"""Why a table has ended: codes, with a sentence for each; the log holds codes alone."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypedDict

from games import GAMES
from games.core.contract import Outcome, Seat
from games.core.type_hints.records import any_word_of
from games.table.attendance import WAYS, Deserter

WITHDRAWN, EXPIRED, ADJOURNED, FORFEIT = "withdrawn", "expired", "adjourned", "forfeit"
VOIDED, BROKEN_OFF = "voided", "broken_off"
BEACON_FAILED: Final = "beacon_failed"
CLOSING_LOST: Final = "closing_lost"
ABORT_RULED: Final = "abort_ruled"
ABORTED: Final = (BEACON_FAILED, CLOSING_LOST, ABORT_RULED)  # T9b
WITHOUT_RESULT: Final = (  # T9: no places, no points, nothing that counts
    WITHDRAWN, EXPIRED, ADJOURNED, VOIDED, *ABORTED,
)  # fmt: skip
OWN: Final[Mapping[str, str]] = {
    WITHDRAWN: "The opener has withdrawn the table",  # T9
    EXPIRED: "Play did not begin in time",  # T9a
    BEACON_FAILED: "The beacon did not come, so the table was aborted",  # T9b
    CLOSING_LOST: "The server has lost a part of this table's log, so the table was aborted",  # T9b
    ABORT_RULED: "An auditor has ruled that the table is aborted",  # T9b
    ADJOURNED: "All players have agreed to end the table",  # T11
    FORFEIT: "A player has forfeited the table",  # T8a, T8b
    VOIDED: "The table was voided by a ruling",  # T17
    BROKEN_OFF: "A hand was voided after the end, and nobody plays on",  # T19
}
ENDINGS: Final[Mapping[str, str]] = {
    **OWN, **{code: text for game in GAMES.values() for code, text in game.rules.endings.items()},
}  # fmt: skip


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
