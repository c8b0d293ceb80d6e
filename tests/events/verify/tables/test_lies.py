"""Each kind of lie of who holds the signing key is found by the rules, and named."""

from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from events.verify.report import Unreadable
from tests.events.forge import inside, kinds_of_places, pieces
from tests.events.lies import BOON, at, begins, boon, commands, lie, rigged
from tests.fairness.tables import SIGNER, played, text_of
from tests.table.desk import AT, entropy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def test_a_wrong_card_dealt_is_found(path: Path) -> None:
    log = boon()
    deal = at(log, "hand_dealt")
    hands = [log.events[deal]["p"][seat]["data"]["hands"] for seat in "01"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert lie(path, log) == ("wrong_card", deal + 1)


def test_another_order_of_the_undealt_cards_is_found(path: Path) -> None:
    log = pieces(text_of(played("boosh", 3)))
    deal = at(log, "hand_dealt")
    deck = log.events[deal]["p"]["hand"]["data"]["deck"]
    deck[5], deck[6] = deck[6], deck[5]
    assert lie(path, log) == ("wrong_card", deal + 1)


def test_another_secret_after_the_deal_is_found_at_the_deal(path: Path) -> None:
    log = boon()
    log.events[0]["p"]["table"]["data"]["secret"] = "00" * 32
    assert lie(path, log) == ("wrong_secret", at(log, "dealer_drawn") + 1)


@pytest.mark.parametrize("secret", ["0", "zz" * 32, 7, None], ids=repr)
def test_what_is_no_secret_is_a_wrong_one(path: Path, secret: Any) -> None:
    log = boon()
    log.events[0]["p"]["table"]["data"]["secret"] = secret
    assert lie(path, log) == ("wrong_secret", 1)


def test_a_secret_that_does_not_fit_its_seal_is_named(path: Path) -> None:
    log = boon()
    log.events[0]["p"]["table"]["data"]["secret"] = "00" * 32
    report = verify_log(log.write(path), [SIGNER.public])
    assert report.faults[0].kind == "wrong_secret"
    for nth in (0, 1):
        log = pieces(text_of(played("boosh", 3)))
        deal = at(log, "hand_dealt", nth)
        log.events[deal]["p"]["hand"]["data"]["hand_secret"] = "00" * 32
        report = verify_log(log.write(path), [SIGNER.public])
        assert (report.faults[0].kind, report.faults[0].n) == ("wrong_secret", deal + 1)


def test_a_long_value_is_shown_around_the_difference(path: Path) -> None:
    log = pieces(text_of(played("boosh", 3)))
    deck = log.events[at(log, "hand_dealt")]["p"]["hand"]["data"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    why = rigged(path, log).faults[0].why
    assert f'"{deck[-2]}","{deck[-1]}"]' in why
    assert f'"{deck[-1]}","{deck[-2]}"]' in why
    assert "is ..." in why


def test_a_hand_secret_that_does_not_follow_is_found(path: Path) -> None:
    log = boon()
    deal = at(log, "hand_dealt")
    log.events[deal]["p"]["hand"]["data"]["hand_secret"] = "00" * 32
    assert lie(path, log) == ("wrong_secret", deal + 1)


def test_another_name_of_the_shuffle_is_found(path: Path) -> None:
    log = boon()
    log.events[0]["e"]["data"]["group"] = "t-other"
    kind, n = lie(path, log)
    assert kind in ("wrong_event", "wrong_card")
    assert n > at(log, "started")


@pytest.mark.parametrize("field", ["places", "scores"])
def test_a_wrong_winner_is_found(path: Path, field: str) -> None:
    log = boon()
    data = log.events[-1]["e"]["data"]
    data[field] = [*data[field][1:], data[field][0]]
    if data[field] == boon().events[-1]["e"]["data"][field]:
        data[field][0] += 1
    assert lie(path, log) == ("wrong_result", len(log.events))


def test_a_card_played_that_the_seat_does_not_hold_is_illegal(path: Path) -> None:
    log = boon()
    first, next_one = begins(log, "play")[:2]  # of two seats, in one trick
    action = log.events[first]["e"]["cause"]["action"]
    action["card"] = log.events[next_one]["e"]["cause"]["action"]["card"]
    assert lie(path, log)[0] in ("illegal_action", "wrong_card")


def test_an_action_that_is_none_is_illegal(path: Path) -> None:
    for change in ({"type": "cheat"}, {"type": "play"}, {"type": "pass", "card": "red-1"}):
        log = boon()
        play = begins(log, "play")[0]
        log.events[play]["e"]["cause"]["action"] = change
        assert lie(path, log) == ("illegal_action", play + 1)


def test_an_action_by_another_player_is_found(path: Path) -> None:
    log = boon()
    play = begins(log, "play")[0]
    for by in ("player:nobody", "seat:0", "clock", "server", "me", ""):
        cheat = log.copy()
        cheat.events[play]["e"]["by"] = by
        assert lie(path, cheat) == ("wrong_holder", play + 1)


def test_a_time_out_by_anybody_but_the_clock_is_found(path: Path) -> None:
    log = pieces(text_of(played("bum", 1)))
    out = at(log, "timed_out")
    log.events[out]["e"]["by"] = "server"
    assert lie(path, log) == ("wrong_holder", out + 1)


def test_a_seat_taken_by_no_player_is_found(path: Path) -> None:
    log = boon()
    log.events[1]["e"]["by"] = "clock"
    assert lie(path, log) == ("wrong_holder", 2)


def test_a_time_out_before_its_deadline_is_found(path: Path) -> None:
    log = pieces(text_of(played("bum", 1)))
    out = at(log, "timed_out")
    event = log.events[out]["e"]
    for other in log.events[out : event["cause"]["last"]]:
        other["e"]["at"] = event["data"]["deadline"] - 1
    assert lie(path, log) == ("early_time_out", out + 1)


def test_an_action_at_its_deadline_is_found(path: Path) -> None:
    log = boon()
    play = begins(log, "play")[0]
    for event in log.events[play:]:
        event["e"]["at"] += 60_000
    log.end["at"] += 60_000
    assert lie(path, log) == ("late_action", play + 1)


def test_time_that_goes_back_is_found(path: Path) -> None:
    log = boon()
    play = begins(log, "play")[1]
    log.events[play]["e"]["at"] = AT
    assert lie(path, log) == ("time_reversed", play + 1)


def test_an_event_after_the_end_is_found(path: Path) -> None:
    log = boon()
    again = pieces(BOON).events[begins(log, "play")[0]]
    log.events.append(again)
    again["e"]["n"] = again["e"]["cause"]["last"] = len(log.events)
    again["e"]["at"] = log.events[-2]["e"]["at"]
    assert lie(path, log) == ("after_close", len(log.events))


def test_a_bot_that_was_given_another_seed_is_found(path: Path) -> None:
    log = boon()
    parts = [event["p"] or {} for event in log.events]
    move = next(
        k for k, part in enumerate(parts) if "bot" in part.get("hand", {"data": ()})["data"]
    )
    log.events[move]["p"]["hand"]["data"]["bot"]["seed"] += 1
    assert lie(path, log) == ("wrong_seed", move + 1)


def test_an_entropy_that_was_not_promised_is_found(path: Path) -> None:
    log = boon()
    revealed = at(log, "entropy_revealed")
    log.events[revealed]["e"]["cause"]["action"]["entropy"] = entropy("another")
    assert lie(path, log) == ("wrong_entropy", revealed + 1)
    log = boon()
    log.events[at(log, "entropy_closed")]["e"]["data"]["entropies"][0] = ""
    assert lie(path, log) == ("wrong_entropy", at(log, "entropy_closed") + 1)


def test_an_entropy_revealed_under_another_closing_is_found(path: Path) -> None:
    log = boon()
    revealed = at(log, "entropy_revealed")
    log.events[revealed]["e"]["cause"]["action"]["closing"] = "0f" * 32
    assert lie(path, log) == ("wrong_entropy", revealed + 1)


def test_an_unknown_type_of_event_is_found(path: Path) -> None:
    log = boon()
    log.events[20]["e"]["type"] = "boon.cheated.v1"
    assert lie(path, log) == ("unknown_type", 21)


def test_a_log_whose_rules_are_not_installed_is_neither_good_nor_bad(path: Path) -> None:
    log = boon()
    log.events[0]["e"]["data"]["rules"] = log.header["rules"] = 99
    with pytest.raises(Unreadable, match="boon with rules 99, which are not installed here"):
        lie(path, log)


def test_a_fact_sealed_to_others_is_found(path: Path) -> None:
    log = boon()
    deal = log.events[at(log, "hand_dealt")]
    deal["p"]["7"] = deal["p"].pop("1")
    deal["e"]["seals"]["7"] = deal["e"]["seals"].pop("1")
    assert lie(path, log) == ("wrong_audience", at(log, "hand_dealt") + 1)


def test_a_command_that_claims_other_events_is_found(path: Path) -> None:
    log = boon()
    play = begins(log, "play")[0]
    log.events[play]["e"]["cause"]["last"] += 1
    assert lie(path, log) == ("wrong_cause", play + 1)
    log = boon()
    log.events[play]["e"]["cause"] = 1
    assert lie(path, log) == ("wrong_cause", play + 1)


def test_a_log_that_opens_twice_or_not_at_all_is_found(path: Path) -> None:
    log = boon()
    log.events[1]["e"]["cause"]["action"] = {"type": "table.open"}
    assert lie(path, log) == ("wrong_cause", 2)
    log = boon()
    log.events[0]["e"]["cause"]["action"] = {"type": "table.close"}
    assert lie(path, log) == ("wrong_cause", 1)


def test_a_command_left_out_of_a_log_written_anew_is_found(path: Path) -> None:
    for events in commands(boon())[1:]:
        log = boon()
        del log.events[events.start : events.stop]
        assert rigged(path, log.renumbered()).faults, events


def test_two_commands_that_changed_places_in_a_log_written_anew_are_found(path: Path) -> None:
    for one, two in pairwise(commands(boon())[8:]):
        log = boon()
        if "table.leave" in (
            log.events[c.start]["e"]["cause"]["action"]["type"] for c in (one, two)
        ):
            continue  # one may leave a moment earlier or later
        moved = [log.events[k] for k in (*two, *one)]
        log.events[one.start : two.stop] = moved
        assert rigged(path, log.renumbered()).faults, one


def test_a_command_of_another_table_in_a_log_written_anew_is_found(path: Path) -> None:
    other = pieces(text_of(played("boon", 0)))
    for events in commands(boon())[8:]:
        log = boon()
        log.events[events.start : events.stop] = other.events[events.start : events.stop]
        assert rigged(path, log.renumbered()).faults, events


def test_a_log_that_ends_within_a_command_is_cut(path: Path) -> None:
    log = boon()
    started = at(log, "started")
    del log.events[started + 1 :]
    log.end["complete"] = False
    assert lie(path, log) == ("cut", started + 2)


def test_a_log_without_events_is_cut(path: Path) -> None:
    log = boon()
    log.events.clear()
    log.end["complete"] = False
    assert lie(path, log) == ("cut", 1)


def test_a_last_line_that_is_wrong_about_the_end_is_found(path: Path) -> None:
    log = boon()
    log.end["complete"] = False
    assert rigged(path, log).faults[0].kind == "wrong_end"
    for moment in (AT, None, "now"):
        log = boon()
        log.end["at"] = moment
        assert rigged(path, log).faults[0].kind == "wrong_end"


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.update(at=1.5),
        lambda e: e.update(at=True),
        lambda e: e.update(by=None),
        lambda e: e.update(cause=None),
        lambda e: e.update(more=1),
        lambda e: e.pop("type"),
        lambda e: e["data"].update(odd=1.5),
        lambda e: e["data"].update(odd=2**60),
    ],
)
def test_an_event_that_is_made_otherwise_is_malformed(
    path: Path, change: Callable[[Any], Any]
) -> None:
    log = boon()
    change(log.events[20]["e"])
    assert lie(path, log) == ("malformed", 21)


@pytest.mark.parametrize("carried", [{}, {"data": 5}, {"data": {"totals": "x"}}, {"table": 1}])
def test_nonsense_carried_over_is_refused_and_breaks_nothing(path: Path, carried: Any) -> None:
    log = boon()
    log.events[0]["e"]["data"]["carried"] = carried
    assert rigged(path, log).verdict in ("good", "bad")


def test_nonsense_in_the_place_of_any_value_breaks_nothing(path: Path) -> None:
    nonsense: Iterator[Any] = cycle([None, -1, [], {}, "x", [[]], {"type": []}])
    for kind, (index, place) in kinds_of_places(boon()).items():
        log = boon()
        box, key = inside(log.events[index], place)
        before, box[key] = box[key], next(nonsense)
        try:
            log.rechained(reseal=False)
        except (TypeError, AttributeError, ValueError):
            continue  # nothing that anybody could seal or number
        report = verify_log(log.signed().write(path), [SIGNER.public])
        free = kind.endswith("data.rematch_of")  # any text will do
        assert report.faults or before == box[key] or free, kind
