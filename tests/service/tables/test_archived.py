"""What is asked of a finished table is answered the same before and after it is archived."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from events.cached_streams import Tables
from events.record import logfile
from events.store.archive.log_archive import Archive
from events.store.clock import StoreClock
from events.store.streams import Store, open_store
from events.transfer.archiving import Archiver
from events.verify.log import verify_log
from games import NEWEST
from projections.projection import ReadModel
from projections.read_models.models import MODELS
from projections.read_models.rebuild import rebuild_models
from tests.games.every import of, usual_seats
from tests.service.asker import Asker, Service, lasting_headers, problem
from workers.follower.follower import Follower

NOW = 1_900_000_000_000


def other_process(service: Service) -> Service:
    """Return a service on the same store that has read nothing yet."""
    archive = service.parts.store.archive
    assert archive is not None
    return with_archive(service, Archive(archive.url))


def with_archive(service: Service, archive: Archive) -> Service:
    """Return a service on the same store with another archive."""
    store = open_store(service.redis, archive=archive)
    return Service(replace(service.parts, store=store, tables=Tables(store)))


LOBBY = "/v1/tables"  # whose stream has no end


def paths_of(service: Service, path: str) -> Iterator[str]:
    """Yield everything that may be asked of a table."""
    n = service.nobody.get(path).get_json()["n"]
    hands = len(service.nobody.get(f"{path}/hands").get_json()["hands"])
    yield from (
        path,
        f"{path}/view",
        f"{path}/view?after={n - 1}&wait=5",
        f"{path}/view?after=0",
        f"{path}/log",
    )
    yield from (f"{path}/hands", f"{path}/hands?after=1&limit=1")
    yield from (f"{path}/hands/{hand}" for hand in range(hands + 2))
    yield from (f"{path}/events", f"{path}/events?after=7&limit=5", f"{path}/events?after={n}")
    for at in (1, 2, n // 2, n - 1, n, n + 1):
        yield f"{path}/replay?at={at}"
    yield from (f"{path}/replay?seat={seat}" for seat in range(4))
    yield LOBBY


def answers(service: Service, path: str, askers: list[Asker]) -> dict[tuple[str, str, str], bytes]:
    """Return what each asker is answered to everything, headers and repeats with ETag included."""
    found = {}
    for asker in askers:
        own = Asker(service.app.test_client(), asker.token, asker.id)
        for where in paths_of(service, path):
            for kind in ("*/*", "text/plain", *([] if where == LOBBY else ["text/event-stream"])):
                answer = own.get(where, Accept=kind)
                told = repr((answer.status, lasting_headers(answer))).encode() + answer.data
                found[asker.id, where, kind] = told
                if tag := answer.headers.get("ETag"):
                    again = own.get(where, Accept=kind, If_None_Match=tag)
                    found[asker.id, where, f"{kind} again"] = again.status.encode() + again.data
    return found


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the clock: it is written into a log file, and into a stream, as they are served."""
    monkeypatch.setattr(Store, "now", lambda store: NOW)
    monkeypatch.setattr(StoreClock, "about_now", lambda clock: NOW)


def archived(service: Service, path: str) -> str:
    """Archive a table; return its id."""
    table = path.rsplit("/", 1)[1]
    own = service.parts
    assert Archiver(own.store, own.signing.keys.signer).move(table) == "archived"
    assert own.store.live(table) == []
    return table


@pytest.mark.parametrize(
    ("game", "reveal"),
    [
        *(pytest.param(game, "table", marks=of(game)) for game in NEWEST),
        *(("boon", reveal) for reveal in ("hand", "auditors")),
    ],
)
def test_every_resource_answers_the_same_before_and_after(
    game: str, reveal: str, service: Service, frozen: None
) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    options = dict(NEWEST[game].brief)
    path = service.started([ada, bob], game, usual_seats(game), reveal=reveal, options=options)
    service.play(path, [ada, bob])
    # Who may see what is the same in all games: at one table everybody asks.
    is_usual = (game, reveal) == ("boon", "table")
    askers = [ada, bob, eve, service.nobody] if is_usual else [ada, service.nobody]
    before = answers(service, path, askers)
    archived(service, path)
    assert answers(service, path, askers) == before
    assert answers(other_process(service), path, askers) == before
    assert any(told.startswith(b"304") for told in before.values())
    assert before[ada.id, f"{path}/hands/1", "*/*"].startswith(b"('200")


def test_a_private_table_stays_private(service: Service, frozen: None) -> None:
    ada, eve = service.player("Ada"), service.player("Eve")
    path = service.started([ada], "boon", 3, private=True)
    service.play(path, [ada])
    archived(service, path)
    other = other_process(service)
    problem(Asker(other.app.test_client(), eve.token).get(f"{path}/view"), 404, "table/unknown")
    assert Asker(other.app.test_client(), ada.token).get(f"{path}/view").status_code == 200


def test_commands_are_refused_as_after_the_close_and_repeats_of_old_ones_too(
    service: Service,
) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.started([ada, bob], "boon", 3, options={"max_rounds": 1})
    offered = service.acting(path, [ada, bob])[0]
    action = offered.get(f"{path}/view").get_json()["choices"]["actions"][0]
    first = offered.post(f"{path}/actions", action, Idempotency_Key="k")
    assert first.status_code == 200
    service.play(path, [ada, bob])
    again = offered.post(f"{path}/actions", action, Idempotency_Key="k")
    assert again.headers["Idempotency-Replayed"] == "true"
    archived(service, path)
    for own in (service, other_process(service)):
        asker = Asker(own.app.test_client(), offered.token, offered.id)
        with service.nothing_happens():
            refused = asker.post(f"{path}/actions", action, Idempotency_Key="k")
            assert refused.status_code == 409
            assert refused.get_json()["code"] == "table/closed"
            assert asker.post(f"{path}/seats").get_json()["code"] == "table/closed"
            assert asker.post(f"{path}/start").get_json()["code"] == "table/closed"


def test_a_repeat_of_an_opening_never_opens_the_archived_table_again(service: Service) -> None:
    ada = service.player("Ada")
    body = {"game": "boon", "seats": 3}
    made = ada.post("/v1/tables", body, Idempotency_Key="open")
    path = f"/v1/tables/{made.get_json()['view']['table']}"
    assert ada.delete(path).status_code == 200
    archived(service, path)
    for own in (service, other_process(service)):
        asker = Asker(own.app.test_client(), ada.token, ada.id)
        with service.nothing_happens():
            again = problem(
                asker.post("/v1/tables", body, Idempotency_Key="open"), 409, "table/archived"
            )
        assert f"/v1/tables/{again['table']}" == path
        assert asker.get(path).status_code == 200


def test_a_repeat_of_a_quick_seat_never_takes_a_seat_elsewhere_when_its_table_is_archived(
    service: Service,
) -> None:
    ada = service.player("Ada")
    made = ada.post("/v1/quick", {"game": "boon"}, Idempotency_Key="quick")
    path = f"/v1/tables/{made.get_json()['view']['table']}"
    assert ada.delete(path).status_code == 200
    archived(service, path)
    with service.nothing_happens():
        again = problem(
            ada.post("/v1/quick", {"game": "boon"}, Idempotency_Key="quick"), 409, "table/archived"
        )
    assert f"/v1/tables/{again['table']}" == path


def test_a_rematch_of_an_archived_table_is_opened_once(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.started([ada, bob], "boon", 3, options={"max_rounds": 1})
    service.play(path, [ada, bob])
    old = archived(service, path)
    first = ada.post(f"{path}/rematch").get_json()["view"]
    second = bob.post(f"{path}/rematch").get_json()["view"]
    assert first["table"] == second["table"]
    assert first["rematch_of"] == old


def test_a_table_continues_an_archived_one(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.started([ada, bob], "bum", 3, options={"hands": 1})
    service.play(path, [ada, bob])
    old = archived(service, path)
    new = ada.post("/v1/tables", {"game": "bum", "seats": 3, "continues": old})
    assert new.status_code == 201, new.text


def test_the_log_of_an_archived_table_is_verified(service: Service, tmp_path: Path) -> None:
    ada = service.player("Ada")
    path = service.started([ada], "boon", 3)
    service.play(path, [ada])
    table = archived(service, path)
    file = tmp_path / f"{table}.jsonl"
    file.write_bytes(other_process(service).nobody.get(f"{path}/log").data)
    assert verify_log(file, [service.parts.signing.keys.signer.public]).verdict == "good"
    assert logfile.read_log_file(file).header["table"] == table


def test_read_models_are_rebuilt_from_archived_tables(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    own = service.parts
    played = [service.started([ada, bob], "boosh", 2, options={"max_hands": 1}) for _ in range(3)]
    for seed, path in enumerate(played):
        service.play(path, [ada, bob], seed=seed)
    waiting = service.opened(ada)
    follower = Follower(own.store, own.store.redis, own.store.redis)
    follower.partitions.renew()
    while follower.partitions.new_entries():
        follower.consumer.consume()
    models = [ReadModel(own.store, projection) for projection in MODELS]
    before = [model.all_rows() for model in models]
    for path in played:
        archived(service, path)
    other = other_process(service).parts.store
    for projection in MODELS:
        rebuild_models(other, [projection])
    assert [model.all_rows() for model in models] == before
    assert list(models[0].all_rows()) == [waiting.rsplit("/", 1)[1]]


def test_an_archive_that_is_away_is_said_and_all_other_tables_go_on(
    service: Service, tmp_path: Path
) -> None:
    ada = service.player("Ada")
    path = service.started([ada], "boon", 3)
    service.play(path, [ada])
    archived(service, path)
    lost = with_archive(service, Archive(str(tmp_path / "elsewhere")))
    for what in ("", "/view", "/events", "/log", "/hands/1", "/replay"):
        answer = lost.nobody.get(f"{path}{what}")
        problem(answer, 503, "http/store_away")
        assert answer.headers["Retry-After"]
    cat, dan = lost.player("Cat"), lost.player("Dan")
    playing = lost.started([cat, dan], "boon", 3)
    lost.play(playing, [cat, dan])
    assert lost.nobody.get("/v1/tables/t-unknown").status_code == 404
