"""The log of a tournament: page by page, as it happens, as a file, and with all its tables."""

import asyncio
import io
import json
import random
import threading
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.record import logfile
from events.tournaments.export import open_export
from events.tournaments.export_verdict import ExportInputs, verify_export
from events.verify.log import verify_log
from games.table.planned import table_id
from projections.live.subscriptions import resolve_future
from service.streams import audiences
from service.streams.stream import Stream, WaitingPlace
from service.tournaments.export import ExportTopic, ResultsTopic, stream_zip_file
from service.wire.log_files import table_log
from service.wire.problems import READS_OVERLOADED
from tests.service.asker import Asker, Service, problem
from tests.service.played_cups import CUP, LEVELS, SECRET, of_bots
from tests.service.streams.test_push import Listening
from tests.waiting import wait_for
from tournaments import commands as cm
from tournaments.results import build_results_json


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let spectators hear at once what they hear in a second."""
    monkeypatch.setattr(audiences, "PAUSE", 0.01)


def all_events(asker: Asker, path: str) -> list[Any]:
    """Return the events of a tournament, page by page."""
    found, after = list[Any](), 0
    while after is not None:
        page = asker.get(f"{path}/events?limit=7&after={after}").get_json()
        found, after = found + page["events"], page["next"]
    assert found[-1]["n"] == page["n"]
    return found


def test_parts_of_the_log_are_sealed_until_the_secret_is_open(
    service: Service, tmp_path: Path
) -> None:
    cup = of_bots(service)
    cup.run()
    for index in (0, 1):  # a whole group
        cup.finish(index)
    before = all_events(service.nobody, cup.path)
    assert {one["type"] for one in before if one["seals"]} == {
        "tournament.opened.v1", "tournament.result_taken.v1",
    }  # fmt: skip
    assert all(one["parts"] == {} for one in before)
    path = tmp_path / "log"
    path.write_bytes(service.nobody.get(f"{cup.path}/log").data)
    read = logfile.read_log_file(path, service.parts.signing.keys.signer.public)
    assert [line.p for line in read.events] == [None] * len(before)
    cup.play()
    after = all_events(service.nobody, cup.path)
    assert [one["head"] for one in after[: len(before)]] == [one["head"] for one in before]
    assert all(one["parts"].keys() == one["seals"].keys() for one in after)
    assert after[0]["parts"]["table"]["data"] == {"secret": SECRET}
    answer = service.nobody.get(f"{cup.path}/log")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{CUP}.jsonl"'
    path.write_bytes(answer.data)
    read = logfile.read_log_file(path, service.parts.signing.keys.signer.public)
    assert read.header == {"format": "fairdeal/tournament/1", "table": CUP}
    assert read.end["complete"]
    assert [line.h.hex() for line in read.events] == [one["head"] for one in after]


def test_a_stream_begins_with_the_tournament_and_goes_on_with_its_events(service: Service) -> None:
    cup = of_bots(service)
    stream = Listening(service.nobody, cup.path)
    first = stream.next()
    assert (first.kind, first.json["phase"], first.id) == ("tournament", "running", cup.state.n)
    assert first.json["you"] is None
    key = f"tournament:{CUP}"
    wait_for(lambda: key in service.parts.streams.audiences.by_topic)
    cup.run()
    told = [stream.next()]
    while not (told[-1].kind == "tournament" and told[-1].id == cup.state.n):
        told.append(stream.next())
    stream.close()
    events = [one for one in told if one.kind == "event"]
    assert [one.json["n"] for one in events] == [*range(first.id + 1, cup.state.n + 1)]
    back = Listening(service.nobody, cup.path, after=first.id)
    assert back.next().kind == "tournament"
    assert back.next().json == events[0].json
    back.close()
    late = service.nobody.get(f"{cup.path}/events", Accept="text/event-stream", Last_Event_ID="999")
    problem(late, 404, "table/no_such_event")


def test_a_reader_may_wait_for_the_next_event(service: Service) -> None:
    cup = of_bots(service)
    n = cup.state.n
    page = service.nobody.get(f"{cup.path}/events?after={n - 1}&wait=60").get_json()
    assert [one["n"] for one in page["events"]] == [n]
    page = service.nobody.get(f"{cup.path}/events?after={n}&wait=1").get_json()
    assert (page["events"], page["next"]) == ([], None)


def archive(asker: Asker, path: str) -> zipfile.ZipFile:
    """Return the export of a tournament."""
    answer = asker.get(f"{path}/export")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{CUP}.zip"'
    found = zipfile.ZipFile(io.BytesIO(answer.data))
    assert found.testzip() is None
    return found


def test_an_export_holds_every_log_and_what_has_come_of_the_tournament(
    service: Service, tmp_path: Path
) -> None:
    cup, nobody = of_bots(service), service.nobody
    early = nobody.get(f"{cup.path}/export")
    problem(early, 409, "tournament/not_closed")
    assert early.headers["Retry-After"] == "60"
    cup.play()
    found = archive(nobody, cup.path)
    ids = [table_id(CUP, index) for index in range(6)]
    assert found.namelist() == [
        "tournament.jsonl", *(f"tables/{one}.jsonl" for one in ids), "results.json",
    ]  # fmt: skip
    for name in ids:
        path = tmp_path / name
        path.write_bytes(found.read(f"tables/{name}.jsonl"))
        report = verify_log(path, [service.parts.signing.keys.signer.public])
        assert (report.faults, report.complete, report.not_checked) == ((), True, ())
    told = json.loads(found.read("results.json"))
    wanted = json.loads(orjson.dumps(build_results_json(cup.state)))
    assert [row.pop("called") for row in told["entrants"]] == [*LEVELS]
    assert [row.pop("ratings") for row in told["entrants"]] == [[]] * 4  # no follower rates here
    by_place = [LEVELS[row["entrant"]] for row in wanted["standings"]]
    assert [row.pop("called") for row in told["standings"]] == by_place
    assert (told.pop("called"), told.pop("versions").keys()) == (None, {"fairdeal"})
    assert told == wanted
    shown = nobody.get(f"{cup.path}/standings").get_json()["standings"]
    assert [one["points"] for one in told["standings"]] == [one["points"] for one in shown]
    assert told["cross_table"] == nobody.get(f"{cup.path}/cross-table").get_json()["cells"]
    path = tmp_path / "cup.zip"
    path.write_bytes(nobody.get(f"{cup.path}/export").data)
    with open_export(path) as export:
        verdict = verify_export(export, ExportInputs(service.parts.signing.keys.public))
    assert (verdict.faults, verdict.not_checked, verdict.tables) == ((), (), 6)


def result_rows(asker: Asker, path: str) -> list[Any]:
    """Return the lines of the results of a tournament."""
    answer = asker.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/jsonl"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_results_as_lines_are_those_of_the_export(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    problem(nobody.get(f"{cup.path}/results"), 409, "tournament/not_closed")
    cup.play()
    head, *rows, end = result_rows(nobody, f"{cup.path}/results")
    told = dict(head["results"])
    for row in rows:
        [(part, one)] = row.items()
        told.setdefault(part, []).append(one)
    assert told == json.loads(archive(nobody, cup.path).read("results.json"))
    assert end == {"end": {"rows": len(rows)}}
    _, *rows, end = result_rows(nobody, f"{cup.path}/results?part=standings")
    assert [row["standings"] for row in rows] == told["standings"]
    assert end == {"end": {"rows": 4}}
    problem(nobody.get(f"{cup.path}/results?part=pairs"), 400, "http/bad_query")


def test_lines_of_results_come_some_hundred_at_a_time(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.tournaments.export.ROWS", 4)
    cup = of_bots(service)
    cup.play()
    own = service.parts
    parts = [*ResultsTopic(own, own.tournaments.current(CUP), None).parts()]
    lines = [part.count(b"\n") for part in parts]
    assert {*lines[:-1]} == {4}
    assert b"".join(parts).endswith(b'{"end":{"rows":%d}}\n' % (sum(lines) - 2))


def test_an_abandoned_tournament_is_exported_when_its_last_table_is_closed(
    service: Service,
) -> None:
    cup = of_bots(service)
    cup.run()
    for index in range(2):
        cup.finish(index)
    cup.ask(cm.Close(abandon=True))
    early = service.nobody.get(f"{cup.path}/export")
    problem(early, 409, "tournament/not_closed")
    assert early.headers["Retry-After"] == "1"
    cup.run()
    assert len(archive(service.nobody, cup.path).namelist()) == 4


def test_a_zip_file_is_made_while_it_is_sent_and_holds_no_more_than_one_part() -> None:
    luck, megabyte = random.Random(1), 1 << 20

    def files() -> Iterator[tuple[str, Iterator[bytes]]]:
        for number in range(40):
            yield f"{number}", (luck.randbytes(megabyte // 8) for _ in range(8))

    tracemalloc.start()
    sizes = [len(part) for part in stream_zip_file(files(), 1_700_000_000_000)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(sizes) > 40 * megabyte
    assert peak < 3 * megabyte
    assert max(sizes) < megabyte


def test_the_logs_of_an_export_wait_for_their_turns_as_all_reads_do(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = of_bots(service)
    cup.play()
    turns: list[int] = []

    class Turn:
        def __enter__(self) -> None:
            turns.append(len(turns))
            if len(turns) % 2:
                raise READS_OVERLOADED()

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("service.tournaments.log.turns_of_reads", lambda: Turn)
    assert len(archive(service.nobody, cup.path).namelist()) == 8
    assert len(turns) == 2 * 7


class Slow:
    """A client that takes a part when it is told to."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.pending: asyncio.Future[None] | None = None
        self.over = threading.Event()

    def push(self, part: bytes) -> asyncio.Future[None]:
        """Take a part, and let the next one wait."""
        self.parts.append(part)
        self.pending = asyncio.get_running_loop().create_future()
        return self.pending

    def end(self) -> None:
        """Note that nothing follows."""
        self.over.set()

    def goes_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the next part come, and wait for it or the end."""
        waited, count = self.pending, len(self.parts)
        assert waited is not None
        loop.call_soon_threadsafe(resolve_future, waited)
        wait_for(lambda: self.over.is_set() or len(self.parts) > count)


def test_no_log_of_an_export_is_read_before_the_client_has_taken_what_came_before(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, client, read = of_bots(service), Slow(), list[str]()
    cup.play()

    def noted(own: Any, name: str, player: str | None) -> Iterator[bytes]:
        read.append(name)
        return table_log(own, name, player)

    monkeypatch.setattr("service.tournaments.export.table_log", noted)
    own = service.parts
    topic = ExportTopic(own, own.tournaments.current(CUP), nullcontext)
    with service.app.test_request_context():
        stream = Stream(own.streams, topic, None, WaitingPlace(own.streams, None))
    stream.begin(client)
    wait_for(lambda: bool(client.parts))
    assert read == []
    seen = []
    while not client.over.is_set():
        seen.append(len(read))
        client.goes_on(own.streams.subscriptions.running_loop())
    assert len(read) == 6
    assert {later - earlier for earlier, later in pairwise(seen)} == {0, 1}
    assert own.streams.slots.taken == 0
    with zipfile.ZipFile(io.BytesIO(b"".join(client.parts))) as whole:
        assert len(whole.namelist()) == 8
