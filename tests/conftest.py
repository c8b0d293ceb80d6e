"""Servers of our own for each test process: an emptied store, and one that stays as it is."""

import tests.before_imports  # noqa: F401

# isort: split
import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from events.cached_streams import Tables
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store, open_store
from service.commands import processes
from service.commands.processes import ServerStack
from tests import corpus, seeded
from tests.folders import Put
from tests.games.every import checks_of
from tests.laws import law, pytest_terminal_summary  # noqa: F401  # a fixture, and a hook
from tests.ports import PORTS
from tests.process_logs import LOGS
from tests.shared_stack import SHARED

# A busy machine is slow at times; what matters is what holds, not how soon it is shown.
settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fairdeal")

HERE = Path(__file__).parent
SEED = os.environ.get(seeded.SEED) or os.urandom(4).hex()
AGAIN = f"{seeded.SEED}={SEED} gives the same chance again"


QUICK = (  # folders and modules of `pytest -m quick`, and tests by the beginning of their names
    "docs/", "events/record/", "events/test_handle.py", "games/", "table/",
    "projections/tables/test_views.py", "test_house_rules.py",
    "clients/test_generic.py::test_a_client_that_knows_no_rules_plays_every_game_against_bots[boon",
    "service/play/test_play.py::"
    "test_a_table_is_played_to_its_end_and_every_answer_fits_the_document[boon",
    "workers/queues/test_jobs.py::test_a_worker_plays_bots_from_the_queue_to_the_end",
)  # fmt: skip
THOROUGH = (  # of these, what takes its time
    "docs/test_clients_page.py::test_the_command", "games/test_distributions.py",
    "games/test_golden.py", "games/test_laws_of_bots.py::test_bots_of_every_level",
    "games/test_laws_of_refusals.py", "games/test_tables_of_functions.py",
    "games/boojum/test_bots.py", "games/boojum/test_levels.py",
    "games/boon/test_levels.py", "games/boon/test_rivals.py",
    "games/boosh/test_determinise.py", "games/boosh/test_levels.py",
    "games/boosh/test_rivals.py", "games/boosh/test_view.py::test_nothing_hidden",
    "games/bum/test_bots.py", "games/bum/test_choices.py", "games/bum/test_deals.py",
    "games/bum/test_levels.py", "games/goblin_market/test_levels.py",
    "table/test_planned.py::test_t26_bots_are_waited_for",
    "table/test_refusals.py", "table/test_rulings.py",
    "table/test_signed_seats.py::test_t14_a_table_keeps_the_heads",
)  # fmt: skip
SLOW = (  # what waits longest for processes: it begins a run, so that none of it ends one
    "service/commands/tournaments/test_run.py",
    "service/commands/test_serve.py::test_a_server_outlasts",
    "service/commands/test_serve_outlasts.py::test_a_full_disk",
    "simulation/",
)  # fmt: skip
ALLOCATED = 100_000  # objects more than before, when the collector comes
OUTPUTS = pytest.StashKey[str]()  # folder of the logs of processes without a file of their own
FEW = "20"  # tables of a law in a quick run


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take all chance of this run, of its processes and of Hypothesis from one seed."""
    if config.option.markexpr == "quick":
        os.environ.setdefault("FAIRDEAL_TABLES_PER_LAW", FEW)
        corpus.TABLES = int(os.environ["FAIRDEAL_TABLES_PER_LAW"])  # it was imported before
    os.environ[seeded.SEED] = SEED  # the workers of pytest-xdist take it over
    os.environ[seeded.STARTS] = tempfile.mkdtemp(prefix="fairdeal-starts-")
    share_corpus(config)
    if not config.getoption("numprocesses", None):  # else the workers of pytest-xdist run them
        config.stash[OUTPUTS] = tempfile.mkdtemp(prefix="fairdeal-logs-")
        LOGS.install(Path(config.stash[OUTPUTS]))
    seeded.CHANCE.install()
    processes.PYTHON, processes.free_port = seeded.PYTHON, PORTS.reserve
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(int(seeded.derived(SEED, "hypothesis")[:8], 16))


def share_corpus(config: pytest.Config) -> None:
    """Let all processes of this run read the tables that one of them has played."""
    shared = getattr(config, "workerinput", {}).get("corpus")
    corpus.RUN.seed = SEED
    corpus.RUN.folder = Path(shared or tempfile.mkdtemp(prefix="fairdeal-corpus-"))


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where the tables of this run lie."""
    node.workerinput["corpus"] = str(corpus.RUN.folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Forget the starts of processes, what they have logged, and the tables of this run."""
    SHARED.stop()  # it runs on where a run was interrupted
    shutil.rmtree(os.environ[seeded.STARTS], ignore_errors=True)
    shutil.rmtree(config.stash.get(OUTPUTS, ""), ignore_errors=True)
    if corpus.RUN.folder is not None and not hasattr(config, "workerinput"):
        shutil.rmtree(corpus.RUN.folder, ignore_errors=True)


def pytest_report_header() -> str:
    """Say the seed."""
    return f"chance: {AGAIN}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give each test chance of its own, whatever runs before it or beside it."""
    LOGS.begin_test()
    with seeded.chance_of(seeded.derived(SEED, item.nodeid)):
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Stop the server that tests share when the next test has no use for it."""
    if nextitem is None or not needs_stack(nextitem):
        SHARED.stop()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Give a fixture that several tests share chance of its own, whichever test comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with seeded.chance_of(seeded.derived(SEED, fixturedef.baseid, fixturedef.argname)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the seed, and what the processes have logged, with every test that fails."""
    report = yield
    if report.failed:
        report.sections.append(("chance", AGAIN))
        report.sections.extend(LOGS.sections())
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the name of one game, for `fairdeal check-game`."""
    parser.addoption(
        "--game", action="append", help="only tests that hold for every game, over this one"
    )
    parser.addoption("--simulation-seed", help="only the simulated run of this seed, once more")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out of a quick run what holds none of its tests: importing all modules takes longer."""
    if config.option.markexpr != "quick" or not collection_path.is_relative_to(HERE):
        return None
    path = f"{collection_path.relative_to(HERE).as_posix()}{'/' * collection_path.is_dir()}"
    wanted = [name.partition("::")[0] for name in QUICK]
    return None if any(one.startswith(path) or path.startswith(one) for one in wanted) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker of pytest-xdist begin with modules of its own: what it compiles, all read."""
    config = session.config
    own = getattr(config, "workerinput", None)
    if own is None or config.args_source is not config.ArgsSource.TESTPATHS:
        return
    modules = sorted(HERE.rglob("test_*.py"))
    for path in modules[int(own["workerid"].removeprefix("gw")) :: own["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):  # its collection will tell
            import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the quick tests, begin with the slow; where games are named, keep theirs alone.

    Tests that share a server stand together, so that it need not run longer than they do.
    """
    for item in items:
        is_quick = item.get_closest_marker("nightly") is None
        if is_quick and name_of(item).startswith(QUICK) and not name_of(item).startswith(THOROUGH):
            item.add_marker("quick")
    items.sort(key=lambda item: (not name_of(item).startswith(SLOW), not needs_stack(item)))
    games = config.getoption("--game")
    if games is None:
        return
    own = [checks_of(game).golden.parent for game in games]
    wanted = [
        item for item in items if is_over(item, games) or any(map(item.path.is_relative_to, own))
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted


def pytest_collection_finish() -> None:
    """Take modules and tests out of the garbage collector's way: they live as long as the run.

    The little garbage among them stays, too: to look for it takes half a second a process. Later
    it comes seldom: what tests keep is many small values, of which hardly one is in a circle.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(ALLOCATED, 20, 20)


def name_of(item: pytest.Item) -> str:
    """Return a test's name from the folder of the tests on."""
    return item.nodeid.removeprefix("tests/")


def needs_stack(item: pytest.Item) -> bool:
    """Say whether a test asks for a whole server."""
    return "stack" in getattr(item, "fixturenames", ())


def is_over(item: pytest.Item, games: Sequence[str]) -> bool:
    """Say whether a test that holds for every game is run over one of these."""
    return any(mark.args[0] in games for mark in item.iter_markers("of_game"))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test was skipped, where FAIRDEAL_NO_SKIPS asks for it (CI)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("FAIRDEAL_NO_SKIPS") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("Tests were skipped; here all of them must run.", red=True)
        session.exitstatus = 1


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """Run the embedded server on a private unix socket; one in each pytest-xdist worker."""
    with EmbeddedServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def redis(server: EmbeddedServer) -> Iterator[Redis]:
    """Return a client of the emptied server."""
    client = connect_client(server.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def store(redis: Redis) -> Store:
    """Return an empty store on the embedded server."""
    return open_store(redis)


@pytest.fixture
def stack(tmp_path_factory: pytest.TempPathFactory) -> ServerStack:
    """Return a whole server, for tests that do not need it alone."""
    return SHARED.running(tmp_path_factory)


@pytest.fixture
def tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on a store whose clock stands still but for what a test moves."""
    moment = store.clock.steady()
    monkeypatch.setattr(store.clock, "steady", lambda: moment)
    return Tables(store)


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Return what writes a file: bytes and texts as they are, other values as JSON."""

    def write(name: str, data: Any) -> Path:
        path = tmp_path / name
        text = data.encode() if isinstance(data, str) else data
        path.write_bytes(text if isinstance(text, bytes) else orjson.dumps(text))
        return path

    return write
