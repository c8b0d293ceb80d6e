"""Rule T9: what each way in which a table ends means, as the table in the rules says it.

Each way is brought about at a table; then places, ratings, statistics and what a tournament makes
of it, by each scoring, are held to the words of its row.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.core.contract import Seat
from games.table import Abort, Adjourn, Close, Command, Expire, Start
from games.table.attendance import Deserter
from games.table.beacon import AHEAD
from games.table.endings import (
    BROKEN_OFF,
    OWN,
    WITHOUT_RESULT,
    EndingMeaning,
    ending_meaning,
    meaning_of_close,
)
from games.table.state import PATIENCE
from projections.accounts.player_tables import PLAYER_TABLES
from projections.projection import Row
from projections.ratings.ratings import results_of
from tests.beacons import chain
from tests.events.verify.tables.test_lost_closing import called, seated
from tests.folders import ROOT
from tests.table.desk import AUDITOR, OPENER, Desk, an_open
from tests.table.planned import planned_desk
from tests.table.test_desertion import a_desk, let_time_run_out, play_on
from tests.table.test_rulings import ruling
from tests.tournaments.scoring.cups import A, B, played
from tests.tournaments.scoring.test_forfeits import ALL
from tests.workers.floor import public
from tournaments.scoring import Scoring
from tournaments.scoring.ledger import build_ledger
from tournaments.state import AdjudicatedResult, TableFinish, TableState
from tournaments.tables import Entrant, SeatOccupant, TablePlan

GAMES_OWN, ADJUDICATED = "the game's own", "adjudicated by a director"
OPERATORS_CLOSE = Abort(reason="ab" * 32, operator=True)
DAY = 86_400_000  # milliseconds
PLAN = TablePlan(0, 0, (SeatOccupant(A), SeatOccupant(B)))
RULED = AdjudicatedResult((2, 1), (3, 8), None)


class Meaning(NamedTuple):
    """The words of a row: what an ending means for each of these."""

    places: str
    rated: str
    tournament: str


def meanings() -> dict[str, Meaning]:
    """Return the table of rule T9 of the rules, by ending."""
    rules = (ROOT / "games" / "table" / "RULES.md").read_text()
    _, chapter = rules.split("### T9. The end", 1)
    found: dict[str, Meaning] = {}
    for line in re.findall(r"^\| (.+) \|$", chapter.partition("### T9a")[0], re.MULTILINE)[1:]:
        endings, *words = line.split(" | ")
        found |= dict.fromkeys(re.findall(r"`(\w+)`", endings) or [endings], Meaning(*words))
    return found


def forfeited() -> Desk:
    """Return a table at which seat 1 acted, and then let its time run out."""
    desk = a_desk(on_time_out="forfeit")
    while desk.table.attendance[1].own == 0:
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    while 1 not in desk.table.to_act():
        desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
    let_time_run_out(desk, 1)
    return desk


def adjourned() -> Desk:
    """Return a table that all agreed to end."""
    desk = a_desk()
    for player in ("player:p0", "player:p1"):
        desk.do(player, Adjourn())
    return desk


def awaited() -> Desk:
    """Return a table whose start was called for, and whose beacon is awaited."""
    desk = Desk().opened(an_open("boosh", 2, beacon=chain()._asdict())).seated()
    desk.do(OPENER, Start())
    return desk


def after(desk: Desk, by: str, command: Command, later: int = 0) -> Desk:
    """Return a table after one more command, so many milliseconds later."""
    desk.now += later
    desk.do(by, command)
    return desk


def played_out() -> Desk:
    """Return a table that was played to its end."""
    desk = a_desk(max_hands=1)
    play_on(desk)
    return desk


WAYS: dict[str, Callable[[], Desk]] = {
    GAMES_OWN: played_out,
    "forfeit": forfeited,
    "adjourned": adjourned,
    "voided": lambda: after(a_desk(), AUDITOR, ruling(1, "table_voided")),
    "beacon_failed": lambda: after(awaited(), "clock", Abort(), AHEAD + PATIENCE + 3_000),
    "closing_lost": lambda: after(seated(), "player:p1", Abort(called())),
    "abort_ruled": lambda: after(awaited(), AUDITOR, Abort(reason="ab" * 32)),
    "closed_by_operator": lambda: after(a_desk(), "server", OPERATORS_CLOSE),
    "withdrawn": lambda: after(Desk().opened(an_open()).seated(), OPENER, Close()),
    "expired": lambda: after(Desk().opened(an_open()).seated(), "clock", Expire(), DAY),
}
REFUSED: dict[str, tuple[str, Command]] = {  # who would bring it about at a tournament's table
    "closing_lost": ("player:p1", Abort(called())),
    "closed_by_operator": ("server", OPERATORS_CLOSE),
    "withdrawn": (OPENER, Close()),
    "expired": ("clock", Expire()),
}


def listed(desk: Desk) -> Row:
    """Return the row of a table in the lists of its players, which their statistics count."""
    row: Row | None = None
    for event in map(public, desk.log):
        if event["type"] in PLAYER_TABLES.handles:
            row = PLAYER_TABLES.evolve(row, desk.id, event)
    assert row is not None
    return row


def brought(state: TableState, scoring: Scoring) -> dict[Entrant, int]:
    """Return how many results each entrant brings from a tournament's table."""
    result = state.result()
    assert result is not None
    return {one: len(held) for one, held in build_ledger(played(result), scoring).held.items()}


def test_t9_the_rules_say_of_each_ending_what_it_means() -> None:
    in_play = {*OWN} - {BROKEN_OFF}  # that follows a ruling after the close (T19)
    assert {*meanings()} == {*in_play, GAMES_OWN, ADJUDICATED}
    assert {*WAYS} == {*in_play, GAMES_OWN}
    cannot_be = {why for why, meaning in meanings().items() if meaning.tournament == "cannot be"}
    assert {*REFUSED} == cannot_be


def meaning_at(desk: Desk) -> EndingMeaning:
    """Return what the last event of a table means by the one function that all ask."""
    return meaning_of_close(public(desk.log[-1])["data"])


@pytest.mark.parametrize("why", WAYS)
def test_t9_one_function_says_what_the_rules_say_of_each_ending(why: str) -> None:
    words, found = meanings()[why], meaning_at(WAYS[why]())
    assert found.has_result == (words.places != "none") == (why not in WITHOUT_RESULT)
    assert found.has_result == words.rated.startswith("yes")
    assert found.has_result != (words.tournament.startswith("none: ") or why in REFUSED)
    assert found.is_aborted == ("counted as aborted" in words.rated)
    assert found.is_forfeit == (why == "forfeit")
    assert found.forfeited_seats() == ((1,) if why == "forfeit" else ())
    assert {*found.rated_places()} == {*range(len(found.places))}, "all of them have acted"


def test_t9_who_deserted_without_ever_acting_is_not_rated_and_others_are_before_deserters() -> None:
    acted, never = Deserter(Seat(0), "away", True), Deserter(Seat(2), "forfeited", False)
    found = ending_meaning("forfeit", (1, 2, 3), [acted, never])
    assert found.rated_places() == {0: 2, 1: 1}
    assert (found.deserted_seats(), found.forfeited_seats()) == ((0, 2), (2,))
    assert found.is_unplayed
    assert not ending_meaning("no_victory_cards", (1, 2, 3), [acted, never]).is_unplayed


def test_t9_what_is_adjudicated_counts_as_the_director_says_whatever_was_forfeited() -> None:
    found = RULED.meaning
    assert (found.places, found.has_result, found.is_forfeit) == (RULED.places, True, False)
    assert not AdjudicatedResult((), (), "d1").meaning.has_result


@pytest.mark.parametrize("why", WAYS)
def test_t9_an_ending_means_what_the_rules_say_for_places_ratings_and_statistics(why: str) -> None:
    meaning, desk = meanings()[why], WAYS[why]()
    outcome, row = desk.table.outcome, listed(desk)
    assert outcome is not None
    assert outcome.why in (why, "hand_limit")
    has_places = meaning.places != "none"
    assert (bool(outcome.places), bool(outcome.scores)) == (has_places, has_places)
    is_rated = meaning.rated.startswith("yes")
    assert len(results_of(desk.log)) == is_rated
    assert ("deserters" in row) == is_rated, "the record of a player counts rated tables"
    assert row.get("aborted", False) == ("counted as aborted" in meaning.rated)
    if is_rated:
        (result,) = results_of(desk.log)
        last = max(place for *_, place, _ in result.players)
        assert "deserters last" in meaning.rated
        assert all(
            place == last for seat, _, place, _ in result.players if seat in row["deserters"]
        )
    if why == "forfeit":
        assert meaning.places == "as they stand, forfeits last"
        assert (outcome.places, row["deserters"]) == ((1, 2), [1])


@pytest.mark.parametrize("scoring", ALL, ids=lambda one: f"{one.kind} {one.normalise}")
@pytest.mark.parametrize("why", [one for one in WAYS if one not in REFUSED])
def test_t9_an_ending_means_what_the_rules_say_in_a_tournament_by_each_scoring(
    why: str, scoring: Scoring
) -> None:
    meaning, outcome = meanings()[why].tournament, WAYS[why]().table.outcome
    assert outcome is not None
    gone = tuple(
        seat for seat, place in enumerate(outcome.places) if (why, place) == ("forfeit", 2)
    )
    end = TableFinish(9, "ab", outcome.why, outcome.places, outcome.scores, forfeited=gone)
    state = TableState(0, PLAN, ("p0", "p1"), end)
    is_void = meaning.startswith("none: a void table")
    assert state.is_void == is_void
    assert brought(state, scoring) == ({} if is_void else {A: 1, B: 1})
    ruled = TableState(0, PLAN, ("p0", "p1"), end, RULED).result()
    assert ruled is not None
    assert meanings()[ADJUDICATED].tournament == "the director's"
    assert (ruled.places, ruled.scores, ruled.counts) == (RULED.places, RULED.scores, True)


@pytest.mark.parametrize("why", REFUSED)
def test_t9_what_cannot_be_in_a_tournament_is_refused_there(why: str) -> None:
    by, command = REFUSED[why]
    desk = planned_desk(beacon=chain()._asdict())
    desk.now += DAY
    code, _ = desk.refused(by, command)
    assert code in ("table/of_tournament", "table/started")
