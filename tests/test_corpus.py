"""The corpus is the same for all processes of a run, and another one in another run."""

import multiprocessing
import random
from itertools import pairwise
from pathlib import Path

import pytest

from games import NEWEST
from games.core.game import AnyGame
from tests import corpus
from tests.corpus import BLOCK, Replay, Run, block_of
from tests.games.every import every_game
from tests.laws import Law

BOON = NEWEST["boon"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return another run, whose folder is empty."""
    own = Run("another run", tmp_path)
    monkeypatch.setattr(corpus, "RUN", own)
    return own


def numbers_and_digests() -> list[tuple[int, str]]:
    """Return what tells tables apart."""
    return [(table.number, table.digest) for table in block_of(BOON, 0)]


def test_a_seed_decides_the_tables_wherever_they_are_played(run: Run, tmp_path: Path) -> None:
    kept = numbers_and_digests()
    run.folder = None
    assert numbers_and_digests() == kept
    run.seed = "one more run"
    other = numbers_and_digests()
    assert [number for number, _ in other] == [*range(BLOCK)]
    assert not {digest for _, digest in other} & {digest for _, digest in kept}


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_processes_that_want_a_block_at_once_read_what_one_of_them_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = corpus.played_block

    def noted(game: AnyGame, number: int) -> object:
        with (tmp_path / "played").open("a") as file:
            file.write("once\n")
        return played(game, number)

    monkeypatch.setattr(corpus, "played_block", noted)
    context = multiprocessing.get_context("fork")
    others = [context.Process(target=block_of, args=(BOON, 0)) for _ in range(3)]
    for other in others:
        other.start()
    assert len(block_of(BOON, 0)) == BLOCK
    for other in others:
        other.join()
    assert (tmp_path / "played").read_text() == "once\n"


@every_game
def test_tables_are_of_every_kind(law: Law, game: AnyGame) -> None:
    needs = {"voided", "bots", "twin", "late", *game.bots.levels, *map(str, game.seats)}
    for play in law.plays(game, dict.fromkeys(needs, 1)):
        table = play.table
        law.met["voided"] += table.has_voided()
        law.met["bots"] += table.has_bots()
        law.met["twin"] += table.other is not None
        law.met[str(table.seats)] += 1
        law.met.update(move.level for move in table.moves if move.level)
        for _ in play.moments(10):
            seat, action = play.next_move()
            acting = game.rules.to_act(play.state)
            law.met["late"] += seat in acting and action == game.rules.fallback(play.state, seat)


def test_a_replay_stops_wherever_it_is_told() -> None:
    (table, *_) = block_of(BOON, 0)
    whole = Replay(BOON, table, random.Random(1)).finish()
    part = Replay(BOON, table, random.Random(1))
    for at in part.moments(5, end=True):
        assert len(part.moves) == at
        assert part.state == whole.states[at]
    assert at == part.length
    pairs = [*Replay(BOON, table, random.Random(2)).stretch(7)]
    assert len(pairs) == 7
    for (state, event), (after, _) in pairwise(pairs):
        assert BOON.evolve(state, event) == after


def test_a_law_that_never_sees_what_it_is_about_fails_and_says_what_it_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.laws.PATIENT", 5)
    law = Law("a law")
    with pytest.raises(pytest.fail.Exception, match=r"never saw enough of a comet: \d+ tables"):
        [play.go(1) for play in law.plays(BOON, {"a comet": 1})]
    assert law.tables >= 5
    with pytest.raises(pytest.fail.Exception, match="never saw enough of tables: 0 tables"):
        [*Law("another").plays(BOON, where=lambda table: False)]
