"""The programs of a cup: they are let go, whenever the signal to stop comes."""

import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest

from service.commands.tournaments.crews import CupCrew
from service.commands.tournaments.folder import CupState
from service.commands.tournaments.program_seats import ProgramSeat


def test_a_program_that_a_signal_kept_from_beginning_is_not_waited_for() -> None:
    unused = cast(Any, None)
    crew = CupCrew(unused, unused, {}, unused)
    crew.seats["t1 0"] = threading.Thread()
    crew.stop()
    assert crew.stopping.is_set()


WHY = "move 1: it is gone"


def test_whatever_goes_wrong_at_a_table_is_told_in_a_sentence_and_the_seat_tried_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A thread writes neither tracebacks to the terminal nor the state of the run."""
    cup: Any = SimpleNamespace(
        entrants=[SimpleNamespace(name="Ours", command=["./ours"])],
        run=SimpleNamespace(move_ms=1000),
    )
    state = CupState({}, None, "nonce", tournament="c1")
    client: Any = SimpleNamespace(
        get=lambda path: {"you": {"table": "t1"}}, url="http://x", token="a", tries=1
    )
    told: list[str] = []

    def fail(seat: ProgramSeat, goes_on: Any) -> None:
        seat.conduct.fail("it is gone")
        raise KeyError("choices")

    monkeypatch.setattr(ProgramSeat, "play", fail)
    crew = CupCrew(cup, state, {0: client}, told.append)
    crew.seat_programs()
    for thread in [*crew.seats.values()]:
        thread.join()
    assert told == ["Ours cannot play at table t1: KeyError: 'choices'"]
    assert (crew.seats, state.conduct) == ({}, {})
    assert crew.collect_conduct()
    assert state.conduct["0"] == {"tables": 1, "moves": 0, "fallbacks": 1, "why": WHY}
    assert not crew.collect_conduct()
    assert capsys.readouterr() == ("", "")
