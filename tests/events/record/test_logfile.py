"""Log files: written, read back, and every kind of damage found and named."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from nacl.signing import SigningKey

from events.record.chain import canonical_json, first_head, next_head, seal_hash
from events.record.codec import StoredEvent, decode_event
from events.record.logfile import BadLog, end_message, read_log_file, write_log_file
from events.record.logfile import log_file_lines as written
from events.record.receipts import Signer
from games.table import Close, fold_table_facts
from tests.events.forge import write_anew
from tests.table.desk import AT, OPENER, Desk, an_open

SIGNER = Signer(SigningKey(bytes(range(32))))


def a_desk() -> Desk:
    """Return a closed table with some events, one of them with private parts."""
    desk = Desk().opened(an_open()).seated(["zero", "ü"])
    desk.do(OPENER, Close())
    return desk


@pytest.fixture
def desk() -> Desk:
    return a_desk()


@pytest.fixture
def path(tmp_path: Path, desk: Desk) -> Path:
    made = tmp_path / "t1.jsonl"
    write_log_file(made, "t1", desk.log, AT + 5, SIGNER)
    return made


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(raw) for raw in path.read_bytes().splitlines()]


def rewrite(path: Path, rows: list[Any]) -> None:
    write_anew(path, b"".join(canonical_json(row) + b"\n" for row in rows))


def refused(path: Path, public: str | None = SIGNER.public) -> BadLog:
    with pytest.raises(BadLog) as refusal:
        read_log_file(path, public)
    return refusal.value


def test_a_log_is_read_back_as_it_was_written(path: Path, desk: Desk) -> None:
    log = read_log_file(path, SIGNER.public)
    assert log.events == desk.log
    assert log.header == {"format": "fairdeal/log/1", "table": "t1", "game": "boosh", "rules": 1}
    assert log.end["n"] == 4
    assert log.end["head"] == desk.log[-1].h.hex()
    assert (log.end["at"], log.end["complete"], log.end["key"]) == (AT + 5, True, SIGNER.id)
    assert fold_table_facts("t1", None, map(decode_event, log.events)) == desk.table


def test_the_lines_are_those_of_the_format(path: Path, desk: Desk) -> None:
    rows = lines(path)
    assert len(rows) == 1 + len(desk.log) + 1
    for row, stored in zip(rows[1:-1], desk.log, strict=True):
        p = None if stored.p is None else stored.p.decode()
        assert row == {"e": stored.e.decode(), "h": stored.h.hex(), "p": p}
    assert set(rows[-1]) == {"table", "n", "head", "at", "complete", "key", "signature"}
    for raw in path.read_bytes().splitlines():
        assert canonical_json(json.loads(raw)) == raw


def test_the_same_log_gives_the_same_file(path: Path, tmp_path: Path) -> None:
    write_log_file(tmp_path / "again.jsonl", "t1", a_desk().log, AT + 5, SIGNER)
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_the_log_of_a_table_that_still_runs_is_whole_but_not_complete(tmp_path: Path) -> None:
    desk = Desk().opened(an_open()).seated()
    write_log_file(tmp_path / "t1.jsonl", "t1", desk.log, AT, SIGNER)
    log = read_log_file(tmp_path / "t1.jsonl", SIGNER.public)
    assert log.events == desk.log
    assert log.end["complete"] is False


@pytest.mark.parametrize(("since", "at"), [(0, AT), (AT - 1, AT), (AT + 7, AT + 7)])
def test_a_log_is_dated_no_earlier_than_its_key(
    path: Path, desk: Desk, since: int, at: int
) -> None:
    """A clock that was put back since the key was made must not make the log a lie."""
    write_log_file(path, "t1", desk.log, AT, Signer(SigningKey(bytes(range(32))), since))
    assert read_log_file(path, SIGNER.public).end["at"] == at


def test_a_log_is_written_whole_or_not_at_all(path: Path, desk: Desk) -> None:
    before = path.read_bytes()

    def broken() -> Any:
        yield desk.log[0]
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space left"):
        write_log_file(path, "t1", broken(), AT, SIGNER)
    assert path.read_bytes() == before


# Damage


def test_a_file_cut_between_lines_is_cut(path: Path) -> None:
    rows = lines(path)
    for keep in range(1, len(rows)):
        rewrite(path, rows[:keep])
        bad = refused(path)
        assert "signed last line is missing" in bad.why
        assert bad.good == keep - 1


def test_an_empty_file_is_no_log(path: Path) -> None:
    path.write_bytes(b"")
    assert refused(path).good == 0


def test_a_file_cut_anywhere_is_no_log(path: Path) -> None:
    whole = path.read_bytes()
    for keep in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:keep])
        assert "cut short" in refused(path).why or "no JSON" in refused(path).why
    path.write_bytes(whole[:-1])
    assert "cut short" in refused(path).why


def test_a_dropped_event_is_missed(path: Path) -> None:
    rows = lines(path)
    for at in range(1, len(rows) - 2):
        rewrite(path, rows[:at] + rows[at + 1 :])
        bad = refused(path)
        assert bad.why == f"event {at} is missing: event {at + 1} stands in its place"
        assert bad.good == at - 1


def test_a_dropped_last_event_is_missed_by_the_last_line(path: Path) -> None:
    rows = lines(path)
    rewrite(path, [*rows[:-2], rows[-1]])
    bad = refused(path)
    assert (bad.why, bad.good) == ("the last line names other events", 3)


def test_events_that_changed_places_are_found(path: Path) -> None:
    rows = lines(path)
    rewrite(path, [*rows[:2], rows[3], rows[2], *rows[4:]])
    bad = refused(path)
    assert (bad.why, bad.good) == ("event 2 is missing: event 3 stands in its place", 1)


def test_an_event_that_comes_twice_is_found(path: Path) -> None:
    rows = lines(path)
    rewrite(path, [*rows[:3], rows[2], *rows[3:]])
    bad = refused(path)
    assert (bad.why, bad.good) == ("event 3 is missing: event 2 stands in its place", 2)


def test_a_changed_event_is_found(path: Path) -> None:
    rows = lines(path)
    rows[3]["e"] = rows[3]["e"].replace("p1", "p9")
    rewrite(path, rows)
    bad = refused(path)
    assert (bad.why, bad.good) == ("the head after event 3 does not follow from it", 2)


def test_a_changed_event_with_its_own_head_breaks_the_next_one(path: Path, desk: Desk) -> None:
    rows = lines(path)
    rows[3]["e"] = rows[3]["e"].replace("p1", "p9")
    rows[3]["h"] = next_head(desk.log[1].h, rows[3]["e"].encode()).hex()
    rewrite(path, rows)
    bad = refused(path)
    assert (bad.why, bad.good) == ("the head after event 4 does not follow from it", 3)


def rechained(rows: list[Any], desk: Desk) -> list[Any]:
    """Return the lines with all heads made anew, as somebody without the key could do it."""
    head = first_head("t1")
    for row in rows[1:-1]:
        head = next_head(head, row["e"].encode())
        row["h"] = head.hex()
    rows[-1]["head"] = head.hex()
    return rows


def test_a_log_rewritten_to_its_end_is_not_signed(path: Path, desk: Desk) -> None:
    rows = lines(path)
    rows[3]["e"] = rows[3]["e"].replace("p1", "p9")
    rewrite(path, rechained(rows, desk))
    bad = refused(path)
    assert (bad.why, bad.good) == ("the last line is not signed with the given key", 4)


def test_a_log_signed_with_another_key_is_refused(path: Path, desk: Desk) -> None:
    other = Signer(SigningKey(b"2" * 32))
    assert "not signed" in refused(path, other.public).why
    write_log_file(path, "t1", desk.log, AT + 5, other)
    assert "not signed" in refused(path).why
    assert read_log_file(path, other.public).events == desk.log


def test_an_event_that_is_not_in_canonical_form_is_refused(path: Path, desk: Desk) -> None:
    rows = lines(path)
    rows[2]["e"] = rows[2]["e"].replace(",", ", ", 1)
    rewrite(path, rechained(rows, desk))
    bad = refused(path)
    assert (bad.why, bad.good) == ("event 2 is not in its canonical form", 1)


def test_the_log_of_another_table_is_found(path: Path) -> None:
    rows = lines(path)
    rows[0]["table"] = "t2"
    rewrite(path, rows)
    bad = refused(path)
    assert (bad.why, bad.good) == ("the head after event 1 does not follow from it", 0)


@pytest.mark.parametrize(
    ("field", "value"), [("game", "boon"), ("rules", 2), ("rules", True), ("rules", 1.0)]
)
def test_a_header_that_names_another_game_is_found(path: Path, field: str, value: object) -> None:
    rows = lines(path)
    rows[0][field] = value
    rewrite(path, rows)
    assert refused(path).why == "the header names another game than event 1"


@pytest.mark.parametrize("data", [[], 5, [1], None, "x"])
def test_a_first_event_without_fields_is_named(path: Path, desk: Desk, data: object) -> None:
    rows = lines(path)
    rows[1]["e"] = canonical_json({**json.loads(rows[1]["e"]), "data": data}).decode()
    rewrite(path, rechained(rows, desk))
    assert refused(path).good == 0


def test_the_log_of_a_tournament_is_complete_from_its_close_on() -> None:
    for kinds, complete in ((["opened", "started"], False), (["opened", "closed", "late"], True)):
        public = [canonical_json({"type": f"tournament.{kind}.v1", "data": {}}) for kind in kinds]
        stored = [StoredEvent(n, e, None, b"\0" * 32) for n, e in enumerate(public, 1)]
        header, *_, end = map(json.loads, written("c1", stored, AT, SIGNER))
        assert header == {"format": "fairdeal/tournament/1", "table": "c1"}
        assert end["complete"] is complete


def test_a_header_of_another_format_is_refused(path: Path) -> None:
    rows = lines(path)
    rewrite(path, [{**rows[0], "format": "fairdeal/log/2"}, *rows[1:]])
    assert "header of format fairdeal/log/1" in refused(path).why
    rewrite(path, rows[1:])
    assert "header of format fairdeal/log/1" in refused(path).why


@pytest.mark.parametrize("field", ["table", "n", "head", "at", "complete", "key", "signature"])
def test_a_last_line_that_lacks_anything_is_refused(path: Path, field: str) -> None:
    rows = lines(path)
    del rows[-1][field]
    rewrite(path, rows)
    bad = refused(path)
    assert field in bad.why
    assert bad.good == 4


@pytest.mark.parametrize(
    ("field", "value"),
    [("table", "t2"), ("n", 3), ("head", "00" * 32), ("at", 1), ("complete", False),
     ("key", "0" * 16), ("signature", "00" * 64), ("signature", 5), ("signature", None),
     ("key", None), ("at", "now"), ("n", "4"), ("n", 4.0), ("at", 2**53)],
)  # fmt: skip
def test_a_changed_last_line_is_found(path: Path, field: str, value: object) -> None:
    rows = lines(path)
    rows[-1][field] = value
    rewrite(path, rows)
    assert refused(path).good == 4


def test_anything_after_the_last_line_is_found(path: Path, desk: Desk) -> None:
    rows = lines(path)
    for more in (rows[-1], rows[2], {}, rows[0]):
        rewrite(path, [*rows, more])
        bad = refused(path)
        assert (bad.why, bad.good) == ("something stands after the last line", 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda part: part.update(salt="00" * 32),
        lambda part: part.update(salt=part["salt"].upper()),
        lambda part: part["data"].update(secret="00" * 32),
        lambda part: part["data"].update(more=1),
        lambda part: part.update(more=1),
    ],
)
def test_a_private_part_that_does_not_fit_its_seal_is_found(
    path: Path, change: Callable[[Any], object]
) -> None:
    rows = lines(path)
    private = json.loads(rows[1]["p"])
    change(private["table"])
    rows[1]["p"] = canonical_json(private).decode()
    rewrite(path, rows)
    bad = refused(path)
    assert (bad.why, bad.good) == ("the part 'table' of event 1 does not fit its seal", 0)


def test_a_private_part_without_a_seal_is_found(path: Path) -> None:
    rows = lines(path)
    part = json.loads(rows[1]["p"])["table"]
    rows[2]["p"] = canonical_json({"0": part}).decode()
    rewrite(path, rows)
    bad = refused(path)
    assert bad.good == 1
    assert "the private parts of event 2 are unreadable or not sealed" in bad.why


@pytest.mark.parametrize("change", [{"salt": 5}, {"salt": "xy"}, {"salt": None}])
def test_a_private_part_without_a_salt_is_found(path: Path, change: dict[str, object]) -> None:
    rows = lines(path)
    part = json.loads(rows[1]["p"])["table"]
    rows[1]["p"] = canonical_json({"table": {**part, **change}}).decode()
    rewrite(path, rows)
    bad = refused(path)
    assert bad.good == 0
    assert "the private parts of event 1 are unreadable or not sealed" in bad.why


@pytest.mark.parametrize("salt", ["", "00", "00" * 31, "00" * 33])
def test_a_salt_that_has_not_32_bytes_hides_too_little(path: Path, desk: Desk, salt: str) -> None:
    rows = lines(path)
    part = {**json.loads(rows[1]["p"])["table"], "salt": salt}
    rows[1]["p"] = canonical_json({"table": part}).decode()
    seals = {"table": seal_hash(bytes.fromhex(salt), part["data"])}
    rows[1]["e"] = canonical_json({**json.loads(rows[1]["e"]), "seals": seals}).decode()
    rewrite(path, rechained(rows, desk))
    bad = refused(path)
    assert (bad.why, bad.good) == ("the part 'table' of event 1 does not fit its seal", 0)


@pytest.mark.parametrize("data", [[], ["secret"], "x", 5, True, None, 1.5])
def test_a_private_part_that_is_no_object_is_named(path: Path, desk: Desk, data: object) -> None:
    rows = lines(path)
    part = {**json.loads(rows[1]["p"])["table"], "data": data}
    rows[1]["p"] = canonical_json({"table": part}).decode()
    seals = {"table": seal_hash(bytes.fromhex(part["salt"]), data)}
    rows[1]["e"] = canonical_json({**json.loads(rows[1]["e"]), "seals": seals}).decode()
    rewrite(path, rechained(rows, desk))
    bad = refused(path)
    assert (bad.why, bad.good) == ("the part 'table' of event 1 holds no object", 0)


@pytest.mark.parametrize(("field", "value"), [("n", 4.0), ("n", True), ("at", 2**53), ("at", 1.5)])
def test_an_odd_number_in_the_last_line_is_named(path: Path, field: str, value: object) -> None:
    rows = lines(path)
    rows[-1][field] = value
    rewrite(path, rows)
    with pytest.raises(BadLog, match="the last line has a wrong form"):
        read_log_file(path)


def test_private_parts_may_be_left_out(path: Path, desk: Desk) -> None:
    rows = lines(path)
    rows[1]["p"] = None
    rewrite(path, rows)
    assert [event.p for event in read_log_file(path, SIGNER.public).events] == [None] * 4


def test_json_nested_beyond_measure_is_no_log(path: Path) -> None:
    rows = path.read_bytes().splitlines()
    for nested in (b"[" * 300 + b"]" * 300, b"[" * 5000 + b"]" * 5000):
        path.write_bytes(b"\n".join([rows[0], b'{"e":' + nested + b"}", *rows[1:]]) + b"\n")
        assert refused(path).good == 0
        e = canonical_json({"e": nested.decode(), "h": "", "p": None})
        path.write_bytes(b"\n".join([rows[0], e, *rows[1:]]) + b"\n")
        assert refused(path).good == 0


@pytest.mark.parametrize("line", [b"5", b"[]", b"null", b'"e"', b"{", b"\xff\xfe", b"", b"{}"])
def test_a_line_that_is_no_object_is_named(path: Path, line: bytes) -> None:
    raw = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*raw[:3], line, *raw[3:]]) + b"\n")
    assert refused(path).good == 2


@pytest.mark.parametrize("field", ["e", "h", "p"])
@pytest.mark.parametrize("value", [5, None, [], {}, "", "x", "5", "[1]", "null", '{"n":[]}'])
def test_an_event_with_nonsense_in_it_is_named(path: Path, field: str, value: object) -> None:
    rows = lines(path)
    if (field, value) == ("p", None):
        return  # parts may be left out
    rows[2][field] = value
    rewrite(path, rows)
    bad = refused(path)
    assert bad.good == 1
    assert "2" in bad.why


def test_an_event_line_that_lacks_anything_is_named(path: Path) -> None:
    for field in ("h", "p"):
        rows = lines(path)
        del rows[2][field]
        rewrite(path, rows)
        assert refused(path).good == 1


def test_any_changed_byte_of_a_file_is_found(path: Path, desk: Desk) -> None:
    whole = path.read_bytes()
    luck = random.Random(1)
    header, end = whole.index(b"\n"), whole.rindex(b"\n", 0, -1)
    places = {*range(header), *range(end, len(whole) - 1), *luck.sample(range(len(whole) - 1), 900)}
    for at in places:
        byte = luck.choice([whole[at] ^ 0x20, whole[at] ^ 1, luck.randrange(256)])
        if byte == whole[at]:
            continue
        write_anew(path, whole[:at] + bytes([byte]) + whole[at + 1 :])
        with pytest.raises(BadLog):
            read_log_file(path, SIGNER.public)


def test_any_dropped_or_added_byte_of_a_file_is_found(path: Path) -> None:
    whole = path.read_bytes()
    luck = random.Random(2)
    for at in luck.sample(range(len(whole) - 1), 300):
        for other in (whole[:at] + whole[at + 1 :], whole[:at] + b" " + whole[at:]):
            write_anew(path, other)
            with pytest.raises(BadLog):
                read_log_file(path, SIGNER.public)


def test_a_log_cut_and_closed_again_needs_the_key(path: Path, desk: Desk) -> None:
    """Who holds the key can sign a shorter log; receipts are what finds that."""
    rows = lines(path)
    end = {**rows[-1], "n": 3, "head": desk.log[2].h.hex(), "complete": False}
    rewrite(path, [*rows[:-2], end])
    assert "not signed" in refused(path).why
    end["signature"] = SIGNER.sign(end_message(end))
    rewrite(path, [*rows[:-2], end])
    assert read_log_file(path, SIGNER.public).events == desk.log[:3]


def test_without_a_key_chain_and_form_are_checked_all_the_same(path: Path) -> None:
    assert read_log_file(path).end["n"] == 4
    rows = lines(path)
    rows[3]["e"] = rows[3]["e"].replace("p1", "p9")
    rewrite(path, rows)
    assert refused(path, None).good == 2


def test_the_file_is_of_no_use_but_for_one_table(tmp_path: Path) -> None:
    desk = Desk("t2").opened(an_open())
    write_log_file(tmp_path / "t2.jsonl", "t2", desk.log, AT, SIGNER)
    event = orjson.loads(desk.log[0].e)
    assert read_log_file(tmp_path / "t2.jsonl").header["game"] == event["data"]["game"]
