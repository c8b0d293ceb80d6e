"""The programs of a cup: they are let go, whenever the signal to stop comes."""

import threading
from typing import Any, cast

from service.commands.tournaments.crews import CupCrew


def test_a_program_that_a_signal_kept_from_beginning_is_not_waited_for() -> None:
    unused = cast(Any, None)
    crew = CupCrew(unused, unused, {}, unused, unused)
    crew.seats["t1 0"] = threading.Thread()
    crew.stop()
    assert crew.stopping.is_set()
