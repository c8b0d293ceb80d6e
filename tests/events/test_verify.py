"""What a verified log proves, and how each kind of lie is named, the key holder's lies too."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from nacl.signing import SigningKey

from events.logfile import BadLog, Reading
from events.receipts import Signer
from events.verify import verify
from events.verify_report import BESIDES, KINDS, Fault, Report, Unreadable
from games.core.contract import Seat
from games.table import Close, Leave, Sit, Start
from tests.events.forge import Forged, inside, kinds_of_places, pieces
from tests.fairness.tables import SIGNER, played, seated, started, text_of
from tests.table.desk import AT, OPENER, Desk, an_open

BOON = text_of(played("boon", 3))
OTHER = Signer(SigningKey(b"2" * 32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def boon() -> Forged:
    return pieces(BOON)


def report_of(path: Path, text: bytes, *receipts: dict[str, Any], key: bool = True) -> Report:
    path.write_bytes(text)
    return verify(path, [SIGNER.public] if key else [], receipts)


def rigged(path: Path, log: Forged, *receipts: dict[str, Any]) -> Report:
    """Verify a log that the holder of the key has made to fit and signed."""
    return verify(log.rechained().signed().write(path), [SIGNER.public], receipts)


def lie(path: Path, log: Forged) -> tuple[str, int]:
    """Return the name of the first fault in a log signed by the holder of the key, and where."""
    report = rigged(path, log)
    assert report.signature == "good"
    assert report.faults, "the verifier believed it"
    assert report.good == report.faults[0].n - 1
    return report.faults[0].kind, report.faults[0].n


def at(log: Forged, name: str, nth: int = 0) -> int:
    """Return the index of the nth event whose type has a name."""
    found = [k for k, event in enumerate(log.events) if event["e"]["type"].endswith(f"{name}.v1")]
    return found[nth]


def begins(log: Forged, name: str) -> list[int]:
    """Return the indices of events that begin a command with this action."""
    causes = [event["e"]["cause"] for event in log.events]
    return [k for k, c in enumerate(causes) if isinstance(c, dict) and c["action"]["type"] == name]


# What is proven


def test_a_good_log_says_what_is_proven_and_what_is_not(path: Path) -> None:
    report = report_of(path, BOON)
    assert (report.verdict, report.signature, report.complete) == ("good", "good", True)
    assert report.good == report.events == len(boon().events)
    assert report.head == boon().end["head"]
    assert report.deal == "with the players' entropy"
    proven, not_proven = " | ".join(report.proven), " | ".join(report.not_proven)
    assert "3 shuffles follow from the secret sealed in event 1" in proven
    assert "commands were judged again" in proven
    assert "the log ends where the server signed it" in proven
    assert "they are not signed" in not_proven
    assert "looked at no cards, told nobody, and dropped no request" in not_proven


def test_without_a_key_the_report_says_that_no_signature_was_checked(path: Path) -> None:
    report = report_of(path, BOON, key=False)
    assert (report.verdict, report.signature) == ("good", "not checked")
    assert "the signature was not checked: no key was given" in report.not_proven


def test_a_deal_without_entropy_is_named_as_chosen_by_the_server(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2, options={"max_hands": 1})).started()
    report = report_of(path, text_of(desk))
    assert report.deal == "chosen by the server"
    assert "that the server drew its secret at random: no player added entropy" in report.not_proven


def test_any_of_several_keys_may_have_signed(path: Path) -> None:
    path.write_bytes(BOON)
    assert verify(path, [OTHER.public, SIGNER.public]).signature == "good"
    report = verify(path, [OTHER.public])
    assert (report.signature, report.faults[0].kind) == ("bad", "unsigned")


def test_a_table_that_still_runs_is_good_and_not_complete(path: Path) -> None:
    report = report_of(path, text_of(started("boosh", 1)))
    assert (report.verdict, report.complete) == ("good", False)
    assert "which has not ended" in report.as_text()


def test_a_withdrawn_table_is_good(path: Path) -> None:
    desk = seated("boosh", 1)
    desk.do(OPENER, Close())
    report = report_of(path, text_of(desk))
    assert (report.verdict, report.complete, report.deal) == ("good", True, None)


@pytest.mark.parametrize(
    "text", [b"", b"x", b"{}\n", b"[1]\n", b'{"format":"fairdeal/log/2","table":"t"}\n']
)
def test_what_is_no_log_is_unreadable(path: Path, text: bytes) -> None:
    with pytest.raises(Unreadable, match="is no log of fairdeal"):
        report_of(path, text)


def test_a_file_that_is_not_there_is_unreadable(path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read"):
        verify(path)


def test_the_verifier_needs_neither_store_nor_server() -> None:
    code = (
        "import sys, events.verify; print([m for m in sys.modules if m.split('.')[0] in"
        " ('redis', 'rq', 'flask', 'marshmallow', 'service', 'workers', 'projections')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_long_log_is_read_in_bounded_memory(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2))
    for _ in range(1500):
        desk.do("player:p1", Sit(Seat(0)))
        desk.do("player:p1", Leave(Seat(0)))
    path.write_bytes(text_of(desk))
    size = path.stat().st_size
    tracemalloc.start()
    report = verify(path, [SIGNER.public])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.verdict == "good"
    assert size > 1_000_000
    assert peak < size / 4


# Lies of the holder of the key


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
    kind, n = lie(path, log)
    assert kind in ("wrong_secret", "wrong_event", "wrong_card")
    assert log.events[n - 1]["e"]["type"] == "boon.dealer_drawn.v1"


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
    first, later = begins(log, "play")[0], begins(log, "play")[-1]
    action = log.events[first]["e"]["cause"]["action"]
    action["card"] = log.events[later]["e"]["cause"]["action"]["card"]
    assert lie(path, log)[0] in ("illegal_action", "wrong_card")


def test_an_action_that_is_none_is_illegal(path: Path) -> None:
    for change in ({"type": "cheat"}, {"type": "play"}, {"type": "pass", "card": "red-1"}):
        log = boon()
        play = begins(log, "pass")[0]
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


def test_an_entropy_that_was_not_promised_is_found(path: Path) -> None:
    log = boon()
    readied = at(log, "readied")
    log.events[readied]["e"]["cause"]["action"]["entropy"] = "another"
    assert lie(path, log) == ("wrong_entropy", readied + 1)
    log = boon()
    log.events[at(log, "started")]["e"]["data"]["entropies"][0] = ""
    assert lie(path, log) == ("wrong_entropy", at(log, "started") + 1)


def test_an_unknown_type_of_event_or_game_is_found(path: Path) -> None:
    log = boon()
    log.events[20]["e"]["type"] = "boon.cheated.v1"
    assert lie(path, log) == ("unknown_type", 21)
    log = boon()
    log.events[0]["e"]["data"]["rules"] = log.header["rules"] = 99
    assert lie(path, log) == ("unknown_type", 1)


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


def commands(log: Forged) -> list[range]:
    """Return the indices of the events of each command."""
    causes = [(k, event["e"]["cause"]) for k, event in enumerate(log.events)]
    return [range(k, cause["last"]) for k, cause in causes if isinstance(cause, dict)]


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
        report = verify(log.signed().write(path), [SIGNER.public])
        free = kind.endswith("data.rematch_of")  # any text will do
        assert report.faults or before == box[key] or free, kind


# Parts that are not open


def test_a_part_missing_from_a_closed_log_is_withheld(path: Path) -> None:
    for name in ("opened", "hand_dealt", "dealer_drawn"):
        log = boon()
        log.events[at(log, name)]["p"] = None
        report = rigged(path, log)
        assert (report.faults[0].kind, report.faults[0].n) == ("withheld", at(log, name) + 1)


def closed_parts(log: Forged) -> Forged:
    """Leave all parts out, as who may read none gets it."""
    for event in log.events:
        event["p"] = None
    return log


def veiled(game: str = "boon", seed: int = 3) -> Forged:
    """Return the log of a table for auditors only, as a player gets it."""
    return closed_parts(pieces(text_of(played(game, seed, reveal="auditors"))))


@pytest.mark.parametrize("game", ["boojum", "boon", "boosh", "bum", "goblin_market"])
def test_a_log_for_auditors_is_good_without_its_parts_and_says_what_was_not_checked(
    game: str, path: Path
) -> None:
    report = verify(veiled(game, 1).write(path), [SIGNER.public])
    assert (report.verdict, report.complete, report.signature) == ("good", True, "good")
    assert "shuffles not checked: parts are not open from event 1 on" in report.not_proven
    assert report.deal == "with the players' entropy"


def test_an_auditor_checks_all_of_a_log_for_auditors(path: Path) -> None:
    report = report_of(path, text_of(played("boon", 3, reveal="auditors")))
    assert report.verdict == "good"
    assert "3 shuffles follow" in " | ".join(report.proven)


def test_a_table_that_opens_each_hand_is_checked_like_any_other(path: Path) -> None:
    report = report_of(path, text_of(played("boon", 3, reveal="hand")))
    assert report.verdict == "good"
    assert "3 shuffles follow" in " | ".join(report.proven)


def test_the_log_of_a_running_table_is_good_without_its_parts(path: Path) -> None:
    log = closed_parts(pieces(text_of(started("boosh", 1))))
    report = verify(log.write(path), [SIGNER.public])
    assert (report.verdict, report.complete) == ("good", False)
    assert "shuffles not checked" in " | ".join(report.not_proven)


def test_a_missing_part_that_no_judgement_needs_is_named(path: Path) -> None:
    log = pieces(text_of(started("boosh", 1)))
    log.events[at(log, "hand_dealt")]["p"] = None
    report = verify(log.write(path), [SIGNER.public])
    assert report.verdict == "good"
    n = at(log, "hand_dealt") + 1
    assert f"seals not checked: parts are not open from event {n} on" in report.not_proven


def veiled_lie(path: Path, change: Callable[[Forged], Any], game: str = "boon") -> tuple[str, int]:
    log = veiled(game, 3 if game == "boon" else 1)
    change(log)
    return lie(path, log)


def test_lies_that_need_no_cards_are_found_without_the_parts(path: Path) -> None:
    log = veiled()
    play, start = begins(log, "play")[3], at(log, "started")

    def by(name: str) -> Callable[[Forged], Any]:
        return lambda log: log.events[play]["e"].update(by=name)

    assert veiled_lie(path, by("player:nobody")) == ("wrong_holder", play + 1)
    assert veiled_lie(path, lambda log: log.events[play]["e"].update(at=AT)) == (
        "time_reversed",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[start]["e"].update(by="x")) == (
        "wrong_cause",
        start + 1,
    )
    entropies = [""] * len(log.events[start]["e"]["data"]["entropies"])
    assert veiled_lie(
        path, lambda log: log.events[start]["e"]["data"].update(entropies=entropies)
    ) == ("wrong_entropy", start + 1)
    assert veiled_lie(path, lambda log: log.events[2]["e"]["cause"]["action"].update(seat=0)) == (
        "illegal_action",
        3,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"]["data"].update(odd=1)) == (
        "malformed",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"].update(type="boosh.barked.v1")) == (
        "unknown_type",
        play + 1,
    )
    assert veiled_lie(path, lambda log: log.events[play]["e"]["cause"].update(last=0)) == (
        "wrong_cause",
        play + 1,
    )


def test_an_early_time_out_is_found_without_the_parts(path: Path) -> None:
    log = veiled("bum", 1)
    out = at(log, "timed_out")
    event = log.events[out]["e"]
    for other in log.events[out : event["cause"]["last"]]:
        other["e"]["at"] = event["data"]["deadline"] - 1
    assert lie(path, log) == ("early_time_out", out + 1)
    log = veiled("bum", 1)
    log.events[out]["e"]["by"] = "player:p0"
    assert lie(path, log) == ("wrong_holder", out + 1)


def test_an_event_of_another_game_or_after_the_end_is_found_without_the_parts(path: Path) -> None:
    log = veiled()
    play = begins(log, "play")[3]
    other = veiled("boosh", 3)
    event = other.events[at(other, "face_up_card_taken")]["e"]
    log.events[play]["e"] |= {"type": event["type"], "data": event["data"], "seals": {}}
    assert lie(path, log) == ("foreign", play + 1)
    log = veiled()
    again = veiled().events[begins(log, "play")[0]]
    log.events.append(again)
    again["e"]["n"] = again["e"]["cause"]["last"] = len(log.events)
    again["e"]["at"] = log.events[-2]["e"]["at"]
    assert lie(path, log)[0] in ("after_close", "illegal_action")


def test_a_log_without_its_parts_that_ends_within_a_command_is_cut(path: Path) -> None:
    log = veiled()
    del log.events[at(log, "started") + 1 :]
    log.end["complete"] = False
    assert lie(path, log)[0] == "cut"


# Receipts


def receipt_at(log: Forged, index: int, signer: Signer = SIGNER, **changes: Any) -> dict[str, Any]:
    event = log.events[index]
    fields: dict[str, Any] = {
        "table": log.header["table"],
        "n": event["e"]["n"],
        "head": bytes.fromhex(event["h"]),
        "at": event["e"]["at"],
        "durability": "everysec",
    }
    return signer.receipt(**{**fields, **changes})


def test_genuine_receipts_of_a_log_are_counted(path: Path) -> None:
    receipts = [receipt_at(boon(), index) for index in (3, 20, -1)]
    report = report_of(path, BOON, *receipts)
    assert report.verdict == "good"
    assert "3 receipts are genuine and of this log" in report.proven


def receipt_fault(path: Path, receipt: dict[str, Any], key: bool = True) -> str:
    report = report_of(path, BOON, receipt, key=key)
    assert [fault.kind for fault in report.faults] != []
    besides = report.faults[0].kind in BESIDES
    assert (report.first_bad is None, report.good == report.events) == (besides, besides)
    return report.faults[0].kind


def test_a_receipt_that_nobody_signed_is_forged(path: Path) -> None:
    genuine = receipt_at(boon(), 20)
    for change in ({"n": 22}, {"head": "00" * 32}, {"at": 1}, {"signature": "00" * 64},
                   {"key": OTHER.id}, {"durability": "always"}, {"table": "t2"},
                   {"signature": None}, {"n": "21"}, {"signature": "xyz"}):  # fmt: skip
        assert receipt_fault(path, {**genuine, **change}) == "forged_receipt", change
    assert receipt_fault(path, receipt_at(boon(), 20, OTHER)) == "forged_receipt"
    assert receipt_fault(path, {}) == "forged_receipt"


def test_a_receipt_of_another_table_is_foreign(path: Path) -> None:
    assert receipt_fault(path, receipt_at(boon(), 20, table="t2")) == "foreign_receipt"


def test_a_genuine_receipt_with_another_head_proves_a_fork(path: Path) -> None:
    report = report_of(path, BOON, receipt_at(boon(), 20, head=b"0" * 32))
    assert (report.faults[0].kind, report.faults[0].n, report.good) == ("fork", 21, 20)
    assert "the server signed both" in report.faults[0].why
    assert receipt_fault(path, receipt_at(boon(), 20, at=AT - 1)) == "fork"


def test_a_genuine_receipt_shows_that_a_log_was_cut_even_by_who_signs(path: Path) -> None:
    log = boon()
    last = receipt_at(log, -1)
    first = commands(log)[-3].start
    del log.events[first:]
    log.end["complete"] = False
    assert rigged(path, log).verdict == "good"
    report = rigged(path, log, last)
    assert (report.faults[0].kind, report.faults[0].n) == ("cut", first + 1)


def test_a_receipt_newer_than_a_running_log_proves_nothing_against_it(path: Path) -> None:
    log = pieces(text_of(started("boosh", 1)))
    later = receipt_at(log, -1, n=99, at=log.end["at"] + 1)
    report = verify(log.write(path), [SIGNER.public], [later])
    assert report.verdict == "good"
    assert "the receipt of event 99 is newer than this log" in report.not_proven


def test_without_a_key_a_receipt_that_differs_is_unproven(path: Path) -> None:
    assert receipt_fault(path, receipt_at(boon(), 20, head=b"0" * 32), key=False) == (
        "unproven_receipt"
    )
    report = report_of(path, BOON, receipt_at(boon(), 20), key=False)
    assert report.verdict == "good"


# The words


def test_a_fault_has_a_word_of_the_list() -> None:
    with pytest.raises(AssertionError, match="odd"):
        Fault("odd", 1, "never")


def test_every_word_is_shown_to_be_used() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_verify*.py"))
    assert [word for word in KINDS if f'"{word}"' not in tests] == []


def test_reading_stops_where_the_chain_breaks(path: Path) -> None:
    log = boon()
    del log.events[10]
    with log.write(path).open("rb") as file, pytest.raises(BadLog):
        list(Reading(file))
    report = verify(path)
    assert (report.events, report.good) == (10, 10)
    assert orjson.loads(orjson.dumps(report.as_json()))["first_bad"] == 11


def test_a_start_that_nobody_may_ask_for_is_found(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2)).seated()
    desk.do(OPENER, Start())
    log = pieces(text_of(desk))
    readied = at(log, "readied")
    for event in log.events[readied:]:
        event["e"]["by"] = "player:stranger"
    assert lie(path, log) == ("wrong_holder", readied + 1)
