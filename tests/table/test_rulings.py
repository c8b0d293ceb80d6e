"""Rules T15 to T19: rulings of an auditor, at an open table and after its close."""

import random
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from games.core.contract import Illegal, Outcome, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Adjourn,
    Leave,
    Rule,
    Sit,
    Start,
    corrected_outcome,
    due_times,
    events,
    fold_table_facts,
    require_impartial,
    ruled_since,
    view,
)
from games.table.rules import DueTimes
from tests.games.every import every, usual_seats
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, any_action, any_ruling

REASON = "ab" * 32
DISPUTES = count(1)
MANY_HANDS = {"boon": {"max_rounds": 8, "victory_cards": 50}, "boosh": {"max_hands": 8}}
TICK = 1_000  # milliseconds


def ruling(hand: int, remedy: str = "none", *points: int, **changes: Any) -> Rule:
    """Return a ruling on a dispute of its own that is upheld."""
    made = Rule(f"d{next(DISPUTES)}", hand, "upheld", remedy, points, REASON)
    return replace(made, **changes)


def a_desk(game: str = "boosh", **changes: Any) -> Desk:
    """Return a table of three that plays."""
    given = {"options": MANY_HANDS.get(game, {}), **changes}
    return Desk().opened(an_open(game, usual_seats(game), **given)).started()


def in_hand(hand: int, game: str = "boosh", seed: int = 0, **changes: Any) -> Desk:
    """Return a table that plays this hand, a few moves into it; another where it ended before."""
    luck = random.Random(f"{game} {hand} {seed}")
    desk = a_desk(game, **changes)
    while desk.table.phase == "playing" and desk.table.hand < hand:
        desk.random_act(luck)
    for _ in range(3):
        if desk.table.phase == "playing":
            desk.random_act(luck)
    if desk.table.phase != "playing" or desk.table.hand != hand:
        return in_hand(hand, game, seed + 1, **changes)
    return desk


def ended(game: str = "boosh", seed: int = 0, **changes: Any) -> Desk:
    """Return a table that was played to its end."""
    luck, desk = random.Random(f"{game} {seed}"), a_desk(game, **changes)
    while desk.table.phase == "playing":
        desk.random_act(luck)
    return desk


def kinds(happened: list[Any]) -> list[str]:
    return [type(event).__name__ for event in happened]


# T15: who rules, about what, once


def test_t15_a_dismissed_dispute_changes_nothing_and_is_known_to_all() -> None:
    desk = in_hand(2)
    before = desk.table
    dismissed = ruling(1, verdict="dismissed")
    fields = (dismissed.dispute, 1, "dismissed", "none", (), REASON)
    assert desk.do(AUDITOR, dismissed) == [events.Ruled(*fields)]
    assert desk.facts[-1].by == AUDITOR
    after = desk.table
    assert (after.play, after.since, after.banks) == (before.play, before.since, before.banks)
    assert after.rulings == (events.Ruled(*fields),)
    assert view(after, None)["notes"] == ["A dispute about hand 1 is dismissed: nothing changes"]


@pytest.mark.parametrize("player", ["player:p0", "player:p2"])
def test_t15_who_holds_a_seat_does_not_rule(player: str) -> None:
    assert in_hand(1).refused(player, ruling(1)) == ("table/not_impartial", "T15")


def test_t15_who_held_a_seat_when_play_began_does_not_rule() -> None:
    desk = in_hand(1)
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.refused("player:p1", ruling(1)) == ("table/not_impartial", "T15")
    require_impartial(desk.table, AUDITOR)


def test_t15_there_is_nothing_to_rule_before_the_start() -> None:
    desk = Desk().opened(an_open()).seated()
    assert desk.refused(AUDITOR, ruling(1)) == ("table/not_started", "T15")


@pytest.mark.parametrize("hand", [-1, 0, 3])
def test_t15_only_a_hand_that_was_dealt_is_ruled_about(hand: int) -> None:
    assert in_hand(2).refused(AUDITOR, ruling(hand)) == ("table/no_such_hand", "T15")


def test_t15_a_dispute_is_ruled_once() -> None:
    desk = in_hand(2)
    first = ruling(1)
    desk.do(AUDITOR, first)
    again = replace(first, remedy="table_voided")
    assert desk.refused("player:other", again) == ("table/ruled", "T15")
    desk.do("player:other", ruling(1))
    assert len(desk.table.rulings) == 2


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("verdict", {"verdict": "maybe"}),
    ("remedy", {"remedy": "flogging"}),
    ("remedy", {"verdict": "dismissed", "remedy": "hand_voided"}),
    ("reason", {"reason": "He cheated!"}),
    ("dispute", {"dispute": ""}),
    ("dispute", {"dispute": "d" * 65}),
    ("points", {"points": (1, 2, 3)}),
    ("points", {"remedy": "points_adjusted"}),
    ("points", {"remedy": "points_adjusted", "points": (1, 2)}),
    ("points", {"remedy": "points_adjusted", "points": (0, 0, 0)}),
    ("points.2", {"remedy": "points_adjusted", "points": (0, 0, 1_000_001)}),
]


@pytest.mark.parametrize(("field", "changes"), WRONG)
def test_t15_fields_that_do_not_fit_are_refused_by_name(
    field: str, changes: dict[str, Any]
) -> None:
    desk = in_hand(1)
    with pytest.raises(BadValue) as bad:
        desk.do(AUDITOR, ruling(1, **changes))
    assert bad.value.path == field
    assert desk.table.rulings == ()


def test_t15_a_ruling_touches_no_clock_and_the_table_is_due_as_before() -> None:
    desk = in_hand(2, clock={"turn": 30, "bank": 60})
    before, needs = desk.table, due_times(desk.table)
    desk.now += TICK
    desk.do(AUDITOR, ruling(1))
    desk.do(AUDITOR, ruling(2, "points_adjusted", 5, 0, -5))
    assert (desk.table.since, desk.table.banks) == (before.since, before.banks)
    assert due_times(desk.table) == needs
    assert needs.clock is not None


def test_t15_a_table_that_waits_for_a_bot_still_does_after_a_ruling() -> None:
    desk = Desk().opened(an_open(seats=2))
    for seat in (0, 1):
        desk.do(OPENER, Sit(Seat(seat), bot="regular"))
    desk.do(OPENER, Start())
    for remedy in ("none", "hand_voided"):
        desk.now += TICK
        desk.do(AUDITOR, ruling(1, remedy))
        assert due_times(desk.table) == DueTimes(desk.now, None)


# T16: a hand is voided


@pytest.mark.parametrize("game", MANY_HANDS)
def test_t16_the_hand_that_is_played_ends_and_the_next_is_dealt_at_once(game: str) -> None:
    desk = in_hand(2, game)
    scores = standing(desk)
    happened = desk.do(AUDITOR, ruling(2, "hand_voided"))
    assert kinds(happened)[:3] == ["Ruled", "HandVoided", "HandDealt"]
    assert (desk.table.hand, desk.table.phase) == (3, "playing")
    assert desk.table.to_act() != ()
    assert standing(desk) == scores
    assert (
        view(desk.table, None)["notes"][0] == "A dispute about hand 2 is upheld: the hand is voided"
    )


def standing(desk: Desk) -> tuple[int, ...]:
    """Return the scores as they stand."""
    table = desk.table
    return table.game.rules.standing(table.play, (0,) * table.seats).scores


@pytest.mark.parametrize("game", ["boojum", "goblin_market"])
def test_t16_a_table_with_one_hand_closes_when_it_is_voided(game: str) -> None:
    desk = in_hand(1, game)
    assert kinds(desk.do(AUDITOR, ruling(1, "hand_voided"))) == ["Ruled", "HandVoided", "Closed"]
    assert desk.table.outcome is not None
    assert desk.table.outcome.places == (1, 1, 1)
    assert desk.table.is_bare()


def test_t16_a_table_closes_when_its_last_hand_is_voided() -> None:
    desk = in_hand(1, "boosh", options={"max_hands": 1})
    assert kinds(desk.do(AUDITOR, ruling(1, "hand_voided"))) == ["Ruled", "HandVoided", "Closed"]
    assert desk.table.outcome == Outcome((1, 1, 1), (0, 0, 0), "hand_limit")


@pytest.mark.parametrize("game", ["boon", "boosh", "bum"])
def test_t16_an_earlier_hand_is_voided_and_the_one_that_is_played_goes_on(game: str) -> None:
    desk = in_hand(3, game, clock={"turn": 30, "bank": 60})
    before = desk.table
    desk.now += TICK
    assert kinds(desk.do(AUDITOR, ruling(1, "hand_voided"))) == ["Ruled", "HandVoided"]
    after = desk.table
    assert (after.hand, after.to_act(), after.since) == (3, before.to_act(), before.since)
    assert (after.banks, due_times(after)) == (before.banks, due_times(before))
    for seat in after.to_act():
        assert after.game.rules.choices(after.play, seat) == before.game.rules.choices(
            before.play, seat
        )


def test_t16_the_points_of_the_earlier_hand_are_gone_and_later_ones_stand() -> None:
    desk = in_hand(3)
    one, two = desk.table.play.history[:2]
    assert standing(desk) == tuple(map(int.__add__, one, two))
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    assert standing(desk) == two


def test_t16_a_hand_is_voided_once() -> None:
    desk = in_hand(2)
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    assert desk.refused(AUDITOR, ruling(1, "hand_voided")) == ("table/hand_voided", "T16")
    desk.do(AUDITOR, ruling(1))
    desk.do(AUDITOR, ruling(2, "hand_voided"))
    assert desk.table.voided() == {1, 2}


def test_t16_all_seats_begin_a_new_turn_when_their_hand_is_voided() -> None:
    """The seat that is to act in the old hand is also the first in the new one."""
    desk = Desk().opened(an_open("bum", 3, clock={"turn": 30, "bank": 60})).started()
    seat = desk.table.to_act()[0]
    desk.now += 50 * TICK  # 20 seconds of the bank, had it acted now
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    assert desk.table.to_act() == (seat,)
    assert desk.table.since[seat] == desk.now
    assert desk.table.banks == (60_000,) * 3
    assert due_times(desk.table) == DueTimes(None, desk.now + 90_000)


def test_t16_an_agreement_to_adjourn_ends_with_the_voided_hand() -> None:
    desk = in_hand(2)
    desk.do("player:p1", Adjourn())
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    assert desk.table.agreed == {1}
    desk.do(AUDITOR, ruling(2, "hand_voided"))
    assert desk.table.agreed == frozenset()


@pytest.mark.parametrize(("reveal", "opened"), [("hand", True), ("table", False)])
def test_t16_a_voided_hand_is_opened_like_any_other(reveal: str, opened: bool) -> None:
    desk = in_hand(1, reveal=reveal)
    assert not desk.table.is_open(desk.table.hands[0])
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    first, second = desk.table.hands
    assert desk.table.is_open(first) is opened
    assert not desk.table.is_open(second)


# T17: a table is voided


@every("game")
def test_t17_a_voided_table_closes_without_places(game: str) -> None:
    desk = in_hand(1, game)
    assert kinds(desk.do(AUDITOR, ruling(1, "table_voided"))) == ["Ruled", "Closed"]
    assert desk.table.outcome == Outcome((), (), "voided")
    assert (desk.table.phase, desk.table.to_act(), due_times(desk.table)) == (
        "closed",
        (),
        DueTimes(None, None),
    )
    assert desk.table.is_bare()
    assert desk.refused(AUDITOR, ruling(1)) == ("table/closed", "T9")


def test_t17_points_of_a_voided_table_lapse() -> None:
    desk = in_hand(1)
    desk.do(AUDITOR, ruling(1, "points_adjusted", 5, 0, 0))
    desk.do(AUDITOR, ruling(1, "table_voided"))
    assert desk.table.outcome == Outcome((), (), "voided")


def test_t17_a_voided_table_hands_nothing_on() -> None:
    desk = in_hand(2, "bum")
    for seat in range(3):
        desk.do(f"player:p{seat}", Adjourn())
    assert desk.table.handed_on("00") is not None
    desk = in_hand(2, "bum")
    desk.do(AUDITOR, ruling(1, "table_voided"))
    assert desk.table.handed_on("00") is None


# T18: points are adjusted


@every("game")
def test_t18_points_are_added_to_the_final_scores_and_the_places_given_anew(game: str) -> None:
    luck, desk = random.Random(game), a_desk(game)
    plain, adjusted = ended_both(desk, luck)
    points = (0, 1_000, -1_000)
    assert adjusted.why == plain.why
    assert adjusted.scores == tuple(map(int.__add__, plain.scores, points))
    expected = desk.table.game.rules.standing(desk.table.play, points)
    assert adjusted.places == expected.places


def ended_both(desk: Desk, luck: random.Random) -> tuple[Outcome, Outcome]:
    """Play a table with two rulings to its end; return the outcome without and with them."""
    desk.do(AUDITOR, ruling(1, "points_adjusted", 0, 400, -1_000))
    (note, *_) = view(desk.table, None)["notes"]
    assert note.endswith("points are added: seat 0 +0; seat 1 +400; seat 2 -1000")
    for _ in range(5):
        desk.random_act(luck)
    desk.do(AUDITOR, ruling(1, "points_adjusted", 0, 600, 0))
    while desk.table.phase == "playing":
        desk.random_act(luck)
    plain, adjusted = desk.table.game.rules.outcome(desk.table.play), desk.table.outcome
    assert plain is not None
    assert adjusted is not None
    return plain, adjusted


def test_t18_adjusted_points_count_for_nothing_in_play() -> None:
    desk = in_hand(2)
    before = desk.table.play
    desk.do(AUDITOR, ruling(1, "points_adjusted", 1_000, -1_000, 0))
    assert desk.table.play == before
    assert desk.table.phase == "playing"


def test_t18_equal_scores_share_a_place_or_are_in_the_order_of_the_game() -> None:
    outcome = ended("boon").table.outcome
    assert outcome is not None
    high, low = max(outcome.scores), min(outcome.scores)
    level = tuple(high - score for score in outcome.scores)
    assert high > low
    assert corrected_outcome(
        ended("boon").table, [ruling(1, "points_adjusted", *level)]
    ).places == (
        1,
        1,
        1,
    )


def test_t18_points_are_adjusted_at_a_forfeited_table_and_who_forfeited_stays_last() -> None:
    desk = in_hand(1, clock={"turn": 30, "bank": 0}, on_time_out="forfeit")
    desk.do(AUDITOR, ruling(1, "points_adjusted", 5, 0, 0))
    for _ in range(2):
        desk.now += 31 * TICK
        desk.time_out(next(k for k in desk.table.to_act() if not desk.table.is_bot(k)))
        while desk.table.phase == "playing" and desk.table.is_bot(desk.table.to_act()[0]):
            desk.random_act(random.Random(18))
    (stayed,) = {0, 1, 2} - desk.table.forfeited
    lost = min(desk.table.forfeited)
    assert desk.table.outcome is not None
    assert sum(desk.table.outcome.scores) == 5
    assert desk.table.outcome.why == "forfeit"
    points = tuple(9 if seat == lost else 0 for seat in range(3))
    after = corrected_outcome(desk.table, [ruling(1, "points_adjusted", *points)])
    assert after.scores[lost] == desk.table.outcome.scores[lost] + 9
    assert after.places == desk.table.outcome.places
    assert after.places[stayed] == 1
    assert sorted(after.places) == [1, 2, 2]
    assert corrected_outcome(desk.table, [ruling(1, "hand_voided")]).why == "forfeit"


# T19: after the close


def refused_since(desk: Desk, late: Rule, code: str, rule: str, *earlier: Rule) -> None:
    """Expect a refusal of a ruling after the close."""
    with pytest.raises(Illegal) as refusal:
        corrected_outcome(desk.table, [*earlier, late])
    assert (refusal.value.code, refusal.value.rule) == (code, rule)


def test_t19_nothing_is_written_at_a_closed_table() -> None:
    desk = ended()
    assert desk.refused(AUDITOR, ruling(1, "hand_voided")) == ("table/closed", "T9")


@every("game")
def test_t19_without_a_remedy_the_outcome_is_that_of_the_log(game: str) -> None:
    table = ended(game).table
    before = repr(table)
    assert corrected_outcome(table, []) == table.outcome
    assert corrected_outcome(table, [ruling(1), ruling(1, verdict="dismissed")]) == table.outcome
    corrected_outcome(table, [ruling(1, "hand_voided"), ruling(1, "points_adjusted", 1, 0, 0)])
    assert repr(table) == before, "nothing that was written changes"


@every("game")
def test_t19_a_table_is_voided_after_its_close(game: str) -> None:
    table = ended(game).table
    assert corrected_outcome(table, [ruling(1, "table_voided")]) == Outcome((), (), "voided")


@every("game")
def test_t19_a_ruling_on_points_gives_the_same_before_and_after_the_close(game: str) -> None:
    first, second = ruling(1, "points_adjusted", 7, 0, -3), ruling(1, "points_adjusted", 0, 2, 0)
    luck, during, after = random.Random(game), a_desk(game), a_desk(game)
    during.do(AUDITOR, first)
    while during.table.phase == "playing":
        seat = luck.choice(during.table.to_act())
        action = any_action(during.table, seat, luck)
        during.act(seat, action)
        after.act(seat, action)
    assert corrected_outcome(after.table, [first]) == during.table.outcome
    both = corrected_outcome(after.table, [first, second])
    assert corrected_outcome(during.table, [second]) == both
    assert corrected_outcome(after.table, [second, first]) == both


@pytest.mark.parametrize("game", ["boon", "boosh", "bum"])
def test_t19_an_earlier_hand_gives_the_same_before_and_after_the_close(game: str) -> None:
    """Where the game ends by the number of hands, so that no total decides when it ends."""
    options = {
        "boon": {"max_rounds": 3, "victory_cards": 50},
        "boosh": {"max_hands": 3, "elimination": -10_000, "target": 10_000},
        "bum": {"hands": 3, "target": 1_000},
    }[game]
    late = ruling(1, "hand_voided")
    luck = random.Random(game)
    during, after = (a_desk(game, options=options) for _ in range(2))
    while after.table.phase == "playing":
        seat = luck.choice(after.table.to_act())
        action = any_action(after.table, seat, luck)
        after.act(seat, action)
        during.act(seat, action)
        if during.table.hand == 3 and not during.table.rulings:
            during.do(AUDITOR, late)
    assert during.table.voided() == {1}
    assert corrected_outcome(after.table, [late]) == during.table.outcome


@pytest.mark.parametrize("game", ["boon", "boosh", "bum"])
def test_t19_all_hands_voided_leave_the_scores_of_the_beginning(game: str) -> None:
    desk = ended(game)
    all_hands = [ruling(hand, "hand_voided") for hand in range(1, desk.table.hand + 1)]
    begin = {"boon": 50, "boosh": 0, "bum": 0}[game]
    left = corrected_outcome(desk.table, all_hands)
    assert left.scores == (begin,) * 3
    assert corrected_outcome(desk.table, all_hands[::-1]).scores == left.scores
    refused_since(desk, ruling(1, "hand_voided"), "table/hand_voided", "T16", *all_hands)


def test_t19_a_win_without_the_void_hand_is_none_and_nobody_plays_on() -> None:
    table = ended("bum").table
    assert table.outcome is not None
    late = [ruling(hand, "hand_voided") for hand in range(1, table.hand)]
    left = ruled_since(table, late)
    assert left.phase == "closed"
    assert left.outcome is not None
    assert left.outcome.why == "broken_off"
    assert left.outcome.scores == table.play.moved[-1]
    ranks = sorted(left.outcome.scores, reverse=True)
    assert left.outcome.places == tuple(1 + ranks.index(score) for score in left.outcome.scores)


def test_t16_what_is_handed_on_is_without_the_hands_that_the_log_voids() -> None:
    desk = in_hand(3, "bum")
    before = desk.table.game.rules.carry(desk.table.play)
    assert before is not None
    moved = desk.table.play.moved[0]
    desk.do(AUDITOR, ruling(1, "hand_voided"))
    for seat in range(3):
        desk.do(f"player:p{seat}", Adjourn())
    carried = desk.table.handed_on("00")
    assert carried is not None
    assert carried["data"]["order"] == before["order"]
    assert carried["data"]["totals"] == list(map(int.__sub__, before["totals"], moved))


def test_t19_the_state_that_rulings_left_is_without_the_voided_hand() -> None:
    table = ended("bum").table
    last = ruled_since(table, [ruling(table.hand, "hand_voided")])
    carried, before = table.game.rules.carry(last.play), table.game.rules.carry(table.play)
    assert carried is not None
    assert before is not None
    moved = table.play.moved[-1]
    assert carried["totals"] == list(map(int.__sub__, before["totals"], moved))


def test_t19_later_rulings_see_what_earlier_ones_did() -> None:
    desk = ended()
    first = ruling(1, "table_voided")
    again = replace(first, remedy="none")
    refused_since(desk, again, "table/ruled", "T15", first)
    for late in (ruling(1, "hand_voided"), ruling(1, "points_adjusted", 1, 0, 0)):
        refused_since(desk, late, "table/voided", "T17", first)
    assert corrected_outcome(desk.table, [first, ruling(1)]) == Outcome((), (), "voided")
    refused_since(desk, ruling(desk.table.hand + 1), "table/no_such_hand", "T15")


def test_t19_a_ruling_of_the_open_table_is_not_made_again_after_its_close() -> None:
    desk = in_hand(2)
    early = ruling(1, "hand_voided")
    desk.do(AUDITOR, early)
    luck = random.Random(0)
    while desk.table.phase == "playing":
        desk.random_act(luck)
    refused_since(desk, early, "table/ruled", "T15")
    refused_since(desk, ruling(1, "hand_voided"), "table/hand_voided", "T16")


def test_t19_a_forfeit_stays_one_with_the_scores_that_are_left_and_can_be_voided() -> None:
    desk = in_hand(2, clock={"turn": 30, "bank": 0}, on_time_out="forfeit")
    while desk.table.phase == "playing":
        held = [seat for seat in desk.table.to_act() if not desk.table.is_bot(seat)]
        if held:
            desk.now += 31 * TICK
            desk.time_out(held[0])
        else:
            desk.act(desk.table.to_act()[0], any_fallback(desk))
    outcome, deserters = desk.table.outcome, desk.table.deserters
    assert outcome is not None
    assert (outcome.why, desk.table.hand, any(outcome.scores)) == ("forfeit", 2, True)
    assert corrected_outcome(desk.table, [ruling(1, "hand_voided")]) == Outcome(
        outcome.places, (0, 0, 0), "forfeit"
    )
    left = ruled_since(desk.table, [ruling(1, "hand_voided")])
    assert left.deserters == deserters
    assert [one.how for one in deserters] == ["forfeited"] * 2
    assert corrected_outcome(desk.table, [ruling(1, "table_voided")]) == Outcome((), (), "voided")


def any_fallback(desk: Desk) -> Any:
    """Return what is played for a seat whose turn it is when its time is up."""
    return desk.table.game.rules.fallback(desk.table.play, desk.table.to_act()[0])


def test_t19_an_adjourned_table_stays_so_and_can_be_voided() -> None:
    desk = in_hand(2)
    for seat in range(3):
        desk.do(f"player:p{seat}", Adjourn())
    assert corrected_outcome(desk.table, [ruling(1, "hand_voided")]) == Outcome((), (), "adjourned")
    assert corrected_outcome(desk.table, [ruling(1, "table_voided")]) == Outcome((), (), "voided")


# Laws


@every("game")
@pytest.mark.parametrize("seed", range(6))
def test_the_log_of_a_table_with_rulings_gives_its_state_and_play_ends(
    game: str, seed: int
) -> None:
    luck = random.Random(f"{game} {seed}")
    opening = an_open(game, usual_seats(game), clock={"turn": 30, "bank": 9}, **reveal(luck))
    desk = Desk().opened(opening).started()
    while desk.table.phase == "playing":
        if luck.random() < 0.03 and len(desk.table.rulings) < 12:
            desk.do(AUDITOR, any_ruling(desk.table, f"d{next(DISPUTES)}", luck))
        else:
            desk.random_act(luck)
    assert desk.table.outcome is not None
    assert desk.table.to_act() == ()
    again = fold_table_facts(desk.id, None, desk.facts)
    assert replace(again, before=None) == replace(desk.table, before=None)


def reveal(luck: random.Random) -> dict[str, Any]:
    return {"reveal": luck.choice(["table", "hand", "auditors"])}
