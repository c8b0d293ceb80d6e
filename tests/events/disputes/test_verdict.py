"""The verdict on a log of disputes, alone and with the log of its table: every lie is named."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.disputes.rules import NoteRuling, OpenDispute, WithdrawDispute
from events.disputes.verdict import verify_disputes
from events.history.checkpoints import Leaf, read_checkpoint, stream_hash
from events.history.checkpoints import sign_checkpoint as signed_note
from events.history.merkle import leaf_hash
from events.record.receipts import PublicKey
from events.verify.history.inclusion import in_tree
from events.verify.history.tree import InclusionProof
from events.verify.report import LogReport
from games.core.contract import Seat
from games.table import Leave, Rule
from tests.events.disputes.case import HASH, WEEK, Case, a_case, disputes, of_table
from tests.events.forge import Forged, inside, pieces, places
from tests.events.verify.test_any_value import VALUES
from tests.fairness.tables import SIGNER
from tests.table.desk import AT, AUDITOR

KEYS = [PublicKey(SIGNER.public)]
DAY = 86_400_000  # milliseconds


def verdict(
    tmp_path: Path, text: bytes, table: bytes | None = None, receipts: Any = (), keys: Any = KEYS
) -> LogReport:
    path, beside = tmp_path / "d1.jsonl", tmp_path / "t1.jsonl"
    path.write_bytes(text)
    if table is not None:
        beside.write_bytes(table)
    return verify_disputes(path, keys, receipts, None if table is None else beside)


def signed(log: Forged) -> bytes:
    """Return a log that the holder of the key has made to fit."""
    return b"".join(log.rechained().signed().lines())


def event(log: Forged, kind: str, nth: int = 0) -> Any:
    """Return the public part of the nth event of a type."""
    return [row["e"] for row in log.events if row["e"]["type"] == kind][nth]


def test_a_log_of_disputes_is_good_alone_and_says_what_is_open(tmp_path: Path) -> None:
    report = verdict(tmp_path, a_case().text())
    assert (report.verdict, report.signature, report.events) == ("good", "good", len(a_case().log))
    assert report.as_text().startswith("GOOD: disputes d1: 11 events, head ")
    assert "seats, hands, times and rulings of table t1: its log was not given" in report.not_proven
    assert report.as_json()["game"] is None


def test_with_the_log_of_its_table_all_is_judged_again(tmp_path: Path) -> None:
    report = verdict(tmp_path, a_case().text(), a_case().table_text())
    assert report.verdict == "good", report.as_text()
    (open_,) = report.not_proven
    assert open_.startswith("that who ruled or looked was an auditor")
    assert "each of its 1 ruling is here" in report.proven[2]


@pytest.mark.parametrize("n", range(1, 12))
def test_any_byte_that_changes_breaks_the_chain_or_the_signature(n: int, tmp_path: Path) -> None:
    log = disputes()
    log.events[n - 1]["e"]["at"] += 1
    assert verdict(tmp_path, b"".join(log.lines())).faults[0].kind == "edited"
    del log.events[n - 1]
    report = verdict(tmp_path, b"".join(log.rechained().lines()))
    assert report.verdict == "bad"
    lines = a_case().text().splitlines(keepends=True)
    assert verdict(tmp_path, b"".join(lines[:n] + lines[-1:])).faults[0].kind == "cut"
    assert verdict(tmp_path, b"".join(lines[:n])).faults[0].kind == "cut"


def test_a_receipt_of_a_dispute_is_held_to_its_log(tmp_path: Path) -> None:
    stored = a_case().log[4]
    at = disputes().events[4]["e"]["at"]
    good = SIGNER.receipt("d1", 5, stored.h, at, "always")
    report = verdict(tmp_path, a_case().text(), receipts=[good])
    assert "1 receipt is genuine and of this log" in report.proven
    for receipt, kind in (
        (SIGNER.receipt("d1", 5, b"\1" * 32, at, "always"), "fork"),
        (SIGNER.receipt("t1", 5, stored.h, at, "always"), "foreign_receipt"),
        (SIGNER.receipt("d1", 12, stored.h, at, "always"), "cut"),
        ({**good, "signature": "00" * 64}, "forged_receipt"),
    ):
        assert verdict(tmp_path, a_case().text(), receipts=[receipt]).faults[0].kind == kind


OPENED, LOOKED = "dispute.opened.v1", "dispute.looked.v1"
RULED, WITHDRAWN = "dispute.ruled.v1", "dispute.withdrawn.v1"
Change = Callable[[Forged], object]


def put(kind: str, nth: int = 0, by: str | None = None, **data: Any) -> Change:
    """Return what changes data of an event, and who asked for it."""

    def change(log: Forged) -> None:
        found = event(log, kind, nth)
        found["data"].update(data)
        found["by"] = by or found["by"]

    return change


def both(*changes: Change) -> Change:
    """Return all of some changes."""
    return lambda log: [change(log) for change in changes]


ALONE: dict[str, tuple[str, Change]] = {
    "a complaint by another": ("wrong_holder", put(OPENED, by="player:x")),
    "a dispute of another number": ("wrong_event", put(OPENED, dispute="d1.7")),
    "another table": ("wrong_event", put(OPENED, table="t2")),
    "a second one of the same seat and hand (D4)": (
        "illegal_action", put(OPENED, 3, "player:p1", hand=1, seat=1, player="p1")
    ),
    "opened too late (D3)": ("late_action", put(OPENED, 2, until=1)),
    "withdrawn by another (D5)": ("wrong_holder", put(WITHDRAWN, by="player:p0")),
    "withdrawn when it was ruled (D5)": (
        "illegal_action", put(WITHDRAWN, by="player:p0", dispute="d1.1")
    ),
    "a look by a player of the table (T15)": ("wrong_holder", put(LOOKED, by="player:p1")),
    "a look at nothing": ("wrong_event", put(LOOKED, what="all")),
    "a look of a dispute that is none": ("illegal_action", put(LOOKED, dispute="d1.9")),
    "a ruling by a player of the table (T15)": ("wrong_holder", put(RULED, 1, by="player:p0")),
    "ruled twice (T15)": ("illegal_action", put(RULED, 2, dispute="d1.3", hand=1)),
    "ruled by the clock": ("wrong_holder", put(RULED, 1, by="clock")),
    "a time that runs back": ("time_reversed", lambda log: event(log, RULED, 1).update(at=5)),
    "another cause": (
        "wrong_cause", lambda log: event(log, RULED, 1)["cause"]["action"].update(type="x")
    ),
    "an event of tables": (
        "unknown_type", lambda log: event(log, RULED).update(type="table.ruled.v1")
    ),
    "an end": ("wrong_end", lambda log: log.end.update(complete=True)),
}  # fmt: skip
BESIDE: dict[str, tuple[str, Change]] = {
    "another seat": ("wrong_event", put(OPENED, seat=1)),
    "a player who has no seat (D1)": (
        "wrong_holder", put(OPENED, by="player:x", player="x", players=["x", "p1"])
    ),
    "a hand that was not dealt (D2)": ("illegal_action", put(OPENED, hand=2)),
    "another head": ("wrong_event", put(OPENED, head="ff" * 32)),
    "a term for a hand that is played (D3)": ("late_action", put(OPENED, until=2**52)),
    "no term for a hand that was over (D3)": ("late_action", put(OPENED, 2, until=None)),
    "a later event than there is": ("wrong_event", put(OPENED, 2, n=10**6)),
    "another remedy than the table ruled": ("wrong_ruling", put(RULED, remedy="none", points=[])),
    "other points than the table ruled": ("wrong_ruling", put(RULED, points=[-4, 4])),
    "another verdict than the table ruled": ("wrong_ruling", put(RULED, verdict="dismissed")),
    "another auditor than ruled at the table": ("wrong_ruling", put(RULED, by="player:max")),
    "a ruling that is not in the table's log": ("wrong_ruling", put(RULED, where=3)),
    "a ruling behind the end of the table's log": ("wrong_ruling", put(RULED, where=10**6)),
    "ruled after the close what the table ruled": ("illegal_action", put(RULED, where=None)),
    "another result of a ruling after the close": (
        "wrong_result",
        lambda log: event(log, RULED, 2)["data"]["outcome"].update(scores=[1, 1]),
    ),
    "a hand voided twice after the close": (
        "illegal_action",
        both(put(OPENED, 3, hand=1), put(RULED, 2, remedy="hand_voided", points=[], hand=1)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ALONE)
def test_a_lie_by_the_holder_of_the_key_is_found_in_the_disputes_alone(
    name: str, tmp_path: Path
) -> None:
    kind, change = ALONE[name]
    log = disputes()
    change(log)
    report = verdict(tmp_path, signed(log))
    assert [one.kind for one in report.faults] == [kind], report.as_text()
    assert verdict(tmp_path, signed(log), a_case().table_text()).faults[0].kind == kind


@pytest.mark.parametrize("name", BESIDE)
def test_a_lie_about_the_table_is_found_with_its_log(name: str, tmp_path: Path) -> None:
    kind, change = BESIDE[name]
    log = disputes()
    change(log)
    report = verdict(tmp_path, signed(log), a_case().table_text())
    assert report.faults[:1], "it was believed"
    assert report.faults[0].kind == kind, report.as_text()


def test_a_ruling_at_the_table_that_no_dispute_ruled_is_found(tmp_path: Path) -> None:
    case = a_case()
    log = pieces(case.text())
    del log.events[2:]  # the ruling of d1.1 and all later ones
    log.end.update(n=2)
    report = verdict(tmp_path, signed(log), case.table_text())
    assert [one.kind for one in report.faults] == ["wrong_ruling"]
    assert "here it was never ruled" in report.faults[0].why


def test_a_ruling_on_a_dispute_that_nobody_opened_is_found(tmp_path: Path) -> None:
    case = Case()
    case.open("p0")
    told = case.text(later=0)
    dispute = case.open("p1")
    case.desk.now += 1
    case.rule(dispute)
    case.log[:] = case.log[:1]
    report = verdict(tmp_path, case.text(), case.table_text())
    assert [one.kind for one in report.faults] == ["wrong_ruling"]
    assert "which nobody had opened" in report.faults[0].why
    older = verdict(tmp_path, told, case.table_text())
    assert older.verdict == "good", older.as_text()
    assert any("one of the two logs is older" in said for said in older.not_proven)


def opened_with_an_old_table(case: Case) -> None:
    """Open a dispute of a hand as if it were still played, when all is long over (D3)."""
    table, head = case.table, case.desk.log[-1].h.hex()
    case.play_out()
    case.desk.now += 10 * WEEK
    case.ask("player:p0", OpenDispute(table, head, "p0", 1, HASH, [], None))


def opened_before_its_event(case: Case) -> None:
    """Open a dispute that names an event of the table that came a day later."""
    case.desk.now -= DAY
    case.open("p0")
    case.desk.now += DAY


def ruled_at_the_table(case: Case, dispute: str) -> NoteRuling:
    """Let the table rule a dispute; return what writes it down."""
    said, *_ = case.desk.do(AUDITOR, Rule(dispute, 1, "upheld", "points_adjusted", (4, -4), HASH))
    return NoteRuling(said, case.table.n, case.desk.log[-1].h.hex())


def ruled_before_it_was_opened(case: Case) -> None:
    """Rule a dispute at the table that is opened afterwards."""
    note = ruled_at_the_table(case, "d1.1")
    case.open("p0")
    case.ask(AUDITOR, note)


def ruled_long_after_it_was_withdrawn(case: Case, pause: int = DAY) -> None:
    """Rule a dispute at the table that was withdrawn (D5)."""
    dispute = case.open("p0")
    case.ask("player:p0", WithdrawDispute(case.table, dispute, "p0"))
    case.desk.now += pause
    case.ask(AUDITOR, ruled_at_the_table(case, dispute))


def withdrawn_long_after_it_was_ruled(case: Case, pause: int = DAY) -> None:
    """Withdraw a dispute that the table has ruled (D5)."""
    dispute, table = case.open("p0"), case.table
    note = ruled_at_the_table(case, dispute)
    case.desk.now += pause
    case.ask("player:p0", WithdrawDispute(table, dispute, "p0"))
    case.ask(AUDITOR, note)


def written_down_before_it_was_ruled(case: Case) -> None:
    """Write a ruling of the table down a day before it was made."""
    dispute, now = case.open("p0"), case.desk.now
    case.desk.now += DAY
    note, case.desk.now = ruled_at_the_table(case, dispute), now
    case.ask(AUDITOR, note)
    case.desk.now += DAY


def corrected_before_the_end(case: Case) -> None:
    """Rule after the close, minutes before the table closed."""
    dispute, now, luck = case.open("p0"), case.desk.now, random.Random(7)
    while case.table.phase != "closed":
        case.desk.now += 10_000
        case.desk.random_act(luck)
    late, case.desk.now = case.desk.now, now
    case.rule(dispute)
    case.desk.now = late


OUT_OF_TIME: dict[str, tuple[str, Callable[[Case], None]]] = {
    "opened with an old table": ("late_action", opened_with_an_old_table),
    "opened before its event": ("wrong_event", opened_before_its_event),
    "ruled before it was opened": ("wrong_ruling", ruled_before_it_was_opened),
    "ruled long after it was withdrawn": ("wrong_ruling", ruled_long_after_it_was_withdrawn),
    "withdrawn long after it was ruled": ("wrong_ruling", withdrawn_long_after_it_was_ruled),
    "written down before it was ruled": ("wrong_ruling", written_down_before_it_was_ruled),
    "corrected before the end": ("wrong_ruling", corrected_before_the_end),
}


@pytest.mark.parametrize("name", OUT_OF_TIME)
def test_what_was_done_at_another_time_than_the_table_allows_is_found(
    name: str, tmp_path: Path
) -> None:
    kind, lie = OUT_OF_TIME[name]
    case = Case()
    lie(case)
    report = verdict(tmp_path, case.text(), case.table_text())
    assert [one.kind for one in report.faults] == [kind], report.as_text()


@pytest.mark.parametrize(
    "together", [ruled_long_after_it_was_withdrawn, withdrawn_long_after_it_was_ruled]
)
def test_who_withdraws_in_the_moment_of_the_ruling_is_no_lie(
    together: Callable[[Case, int], None], tmp_path: Path
) -> None:
    case = Case()
    together(case, 1000)
    report = verdict(tmp_path, case.text(), case.table_text())
    assert report.verdict == "good", report.as_text()


def test_a_correction_names_the_end_of_a_table_whose_parts_are_not_open(tmp_path: Path) -> None:
    case = Case(reveal="auditors")
    case.play_out()
    case.rule(case.open("p1"), "points_adjusted", (1, 0))
    table, log = pieces(case.table_text()), pieces(case.text())
    for row in table.events:
        row["p"] = None
    beside = b"".join(table.lines())
    assert verdict(tmp_path, signed(log), beside).verdict == "good"
    event(log, RULED)["data"]["head"] = "ff" * 32
    assert verdict(tmp_path, signed(log), beside).faults[0].kind == "wrong_event"


def test_two_logs_that_were_written_at_different_times_are_no_lie(tmp_path: Path) -> None:
    case = Case()
    early_table = case.table_text()
    first = case.open("p0")
    early = case.text(later=0)
    case.desk.now += 10
    case.rule(first)
    middle = case.text(later=0)
    case.play_out()
    case.rule(case.open("p1"))
    late = case.text(later=0)
    for text, table in (
        (early, early_table), (early, case.table_text()), (middle, early_table),
        (late, early_table), (late, case.table_text()), (middle, case.table_text()),
    ):  # fmt: skip
        report = verdict(tmp_path, text, table)
        assert report.verdict == "good", report.as_text()


def test_a_table_log_that_is_much_newer_must_hold_the_ruling(tmp_path: Path) -> None:
    case = Case()
    early = len(case.desk.log)
    case.rule(case.open("p0"))
    case.desk.now += 100_000
    text = case.text()
    case.desk.log[early:] = []
    report = verdict(tmp_path, text, case.table_text())
    assert [one.kind for one in report.faults] == ["wrong_ruling"]


@pytest.mark.parametrize("reveal", ["table", "hand", "auditors"])
def test_parts_that_are_not_open_leave_rulings_and_heads_to_be_checked(
    reveal: str, tmp_path: Path
) -> None:
    case = Case(reveal=reveal)
    case.rule(case.open("p0"))
    case.play_out()
    case.rule(case.open("p1"), "points_adjusted", (1, 0))
    table = pieces(case.table_text())
    for row in table.events:
        row["p"] = None
    text, beside = case.text(), b"".join(table.lines())
    if reveal == "auditors":
        report = verdict(tmp_path, text, beside)
        assert report.verdict == "good", report.as_text()
        assert any("parts of its log are not open" in said for said in report.not_proven)
    log = pieces(text)
    event(log, RULED)["data"].update(verdict="dismissed")
    report = verdict(tmp_path, signed(log), beside)
    kinds = [one.kind for one in report.faults]
    assert kinds == (["wrong_ruling"] if reveal == "auditors" else [])


def test_who_left_a_seat_disputes_for_it(tmp_path: Path) -> None:
    case = Case()
    case.desk.do("player:p0", Leave(Seat(0)))
    case.open("p0")
    assert verdict(tmp_path, case.text(), case.table_text()).verdict == "good"


def test_a_bad_log_of_the_table_proves_nothing_of_its_disputes(tmp_path: Path) -> None:
    table = of_table()
    table.events[3]["e"]["at"] += 1
    report = verdict(tmp_path, a_case().text(), b"".join(table.lines()))
    assert report.verdict == "good"
    assert "that it fits the log of table t1: that one is bad" in report.not_proven


@pytest.mark.parametrize("chunk", range(4))
def test_any_value_in_any_place_ends_with_a_verdict(chunk: int, tmp_path: Path) -> None:
    luck = random.Random(chunk)
    for number in range(100):
        log = disputes()
        row = luck.choice([log.header, *log.events, log.end])
        place = luck.choice(list(places(row)))
        value = luck.choice([one for one in VALUES if not isinstance(one, bytes)])
        box, key = inside(row, place)
        box[key] = value
        try:
            text = signed(log) if luck.random() < 0.8 else b"".join(log.lines())
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
            continue
        table = a_case().table_text() if luck.random() < 0.3 else None
        try:
            said = verdict(tmp_path, text, table).verdict
        except Exception as error:
            if type(error).__name__ != "Unreadable":
                raise AssertionError((chunk, number, place, value)) from error
            continue
        assert said in ("good", "bad")


def proof_of(n: int, kind: str = "ruled", stream: str = "d1") -> InclusionProof:
    """Return a signed proof that the head of an event of the disputes is in the tree."""
    row = a_case().log[n - 1]
    at = AT + 10**9
    end = at + 1 if kind in ("opened", "running") else None
    leaf = Leaf(kind, stream_hash(stream), n, row.h.hex(), at, end)
    root = leaf_hash(leaf.data)
    note = signed_note(SIGNER, "fairdeal/x", 1, root, at)
    return InclusionProof(leaf, 0, [], read_checkpoint(note))


def test_a_ruling_is_proven_to_be_in_the_tree(tmp_path: Path) -> None:
    report, path = verdict(tmp_path, a_case().text()), tmp_path / "d1.jsonl"
    good = in_tree(report, proof_of(10), KEYS, path)
    assert good.verdict == "good"
    assert any("leaf 0 of the 1 in the tree" in said for said in good.proven)
    for proof, kind in (
        (proof_of(10, stream="t1"), "foreign_proof"), (proof_of(9), "good"),
        (proof_of(8), "wrong_head"), (proof_of(10, "opened"), "wrong_head"),
        (proof_of(10, "closed"), "wrong_head"), (proof_of(1, "key"), "wrong_head"),
    ):  # fmt: skip
        found = in_tree(report, proof, KEYS, path)
        assert (found.faults[0].kind if found.faults else "good") == kind
