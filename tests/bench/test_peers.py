"""What stands beside ours is measured where it is installed, and said to be missing where not."""

import random
from pathlib import Path
from uuid import UUID

import pytest

from bench.load import Load
from bench.peers import __main__ as peers
from bench.peers import sockets
from bench.peers.__main__ import Figure


@pytest.mark.nightly
@pytest.mark.skipif(
    sockets.missing() is not None, reason="bench/peers/boardgame_io is not installed"
)
def test_boardgame_io_plays_matches_and_tells_how_long_each_move_took() -> None:
    load = sockets.play(2, 0.5)
    assert load.rate > 0
    assert 0 < min(load.millis) <= load.percentile(0.5) <= load.percentile(0.99)
    assert load.percentile(0.99) <= max(load.millis)


def test_a_game_of_pyeventsourcing_is_built_up_whole() -> None:
    pytest.importorskip("eventsourcing", reason="the extra `peers` is not installed")
    from bench.peers import in_memory  # noqa: PLC0415  # it is not always there

    kept, game = in_memory.prepare()
    assert isinstance(game, UUID)
    assert in_memory.rate(kept, game) > 0


def test_hearts_are_played_to_their_end() -> None:
    pytest.importorskip("pyspiel", reason="the extra `peers` is not installed")
    from bench.peers import hearts  # noqa: PLC0415  # it is not always there

    assert hearts.rate(0.01, random.Random(1)) > 0


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    monkeypatch.setattr(sockets, "missing", lambda: "npm ci --prefix bench/peers/boardgame_io")
    assert peers.missing() == {
        "boardgame.io": "npm ci --prefix bench/peers/boardgame_io",
        "pyeventsourcing": "pip install -e '.[peers]'",
        "OpenSpiel": "pip install -e '.[peers]'",
    }
    monkeypatch.undo()
    monkeypatch.setattr(sockets, "FOLDER", tmp_path)
    monkeypatch.chdir(tmp_path.parent)
    assert sockets.missing() in ("node is not installed", f"npm ci --prefix {tmp_path.name}")


def test_a_row_has_the_median_of_the_ratios_of_rounds_and_says_what_they_come_to() -> None:
    rounds = [
        {"boon": Figure(90, 100), "p99": Figure(14, 10)},
        {"boon": Figure(50, 100), "p99": Figure(11, 10)},
        {"boon": Figure(330, 300), "p99": Figure(30, 10)},
    ]
    p99, boon = peers.summary_rows(rounds)
    assert (boon["ratio"], boon["lowest"], boon["highest"]) == (0.9, 0.5, 1.1)
    assert (boon["ours"], boon["theirs"], boon["met"]) == (90, 100, "met")
    assert (p99["ratio"], p99["met"]) == (1.4, "met")  # of time, less is better
    table = [*peers.lines([p99, boon])]
    assert "| 0.90 (0.50, 1.10) | 0.8 | 1 | met |" in table[-1]
    assert len({line.count("|") for line in table}) == 1


@pytest.mark.parametrize(
    ("name", "ratio", "word"),
    [
        ("boon", 1, "target"), ("boon", 0.99, "met"), ("boon", 0.79, "missed"),
        ("p99", 1.3, "target"), ("p99", 1.5, "met"), ("p99", 1.51, "missed"),
    ],
)  # fmt: skip
def test_a_bar_is_met_from_its_side(name: str, ratio: float, word: str) -> None:
    assert peers.is_met(peers.ROWS[name], ratio) == word


def test_minimal_answers_are_what_is_held_against_boardgame_io(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare, whole, minimal, theirs = (Load(1, [one] * one) for one in (100, 50, 80, 160))
    monkeypatch.setattr(peers, "our_actions", lambda api_workers: (bare, whole, minimal))
    monkeypatch.setattr(sockets, "play", lambda matches, seconds: theirs)
    found = {name: one.ours / one.theirs for name, one in peers.actions(1, None)().items()}
    assert found == {
        "bare": 0.5, "minimal": 0.8, "boardgame.io": 0.5, "p99": 0.5, "p99 minimal": 0.8,
    }  # fmt: skip
    assert "receipt alone" in peers.ROWS["boardgame.io"].what
