"""What a whole server says of its store while that is away."""

from collections.abc import Sequence
from copy import copy
from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest

from service.commands import store_watch
from service.commands.store_watch import StoreWatch

NO_FILE = "does not answer (Error 2 connecting)"
REFUSED = "does not answer (Error 111 connecting)"


def said_of(answers: Sequence[str | None], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is said of a store that is looked at once every ten seconds."""
    said: list[str] = []
    watch, now = StoreWatch("unix:///nowhere", None, said.append), count(10.0, 10.0)
    for answer in answers:
        clock = SimpleNamespace(monotonic=partial(float, next(now)))
        monkeypatch.setattr(store_watch, "time", clock)
        monkeypatch.setattr(watch.store, "unavailable_reason", partial(copy, answer))
        watch.check()
    return said


def test_that_it_does_not_answer_is_said_once_whatever_the_cause_is_from_one_look_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [NO_FILE, REFUSED, NO_FILE, None, None, REFUSED, NO_FILE, None]
    told = [f"Redis {NO_FILE}", "Redis is ready", f"Redis {REFUSED}", "Redis is ready"]
    assert said_of(answers, monkeypatch) == told


def test_how_far_it_has_loaded_is_said_again_as_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    loading = [f"loads its data: {percent} %" for percent in (5, 5, 40, 90)]
    told = [REFUSED, loading[0], loading[2], loading[3], "is ready"]
    assert said_of([REFUSED, *loading, None], monkeypatch) == [f"Redis {one}" for one in told]
