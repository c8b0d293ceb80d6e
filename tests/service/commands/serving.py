"""A running `fairdeal serve`, and a table played there."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from service.commands.client import Client
from tests import seeded
from tests.folders import ROOT
from tests.waiting import PATIENCE, wait_for

NONE: Mapping[str, str] = {}


class Served:
    """A running `fairdeal serve`."""

    def __init__(
        self, data: Path, port: int, *options: str, variables: Mapping[str, str] = NONE
    ) -> None:
        environment = {k: v for k, v in os.environ.items() if k != "FAIRDEAL_REDIS_URL"}
        environment |= {"PYTHONUNBUFFERED": "1", **variables}
        self.data = data
        self.output = data.with_suffix(f".{time.monotonic_ns()}.txt")
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                [*seeded.PYTHON, "service", "serve", "--port", str(port), "--data", data, *options],
                stdout=file, stderr=subprocess.STDOUT, env=environment, cwd=ROOT,
                start_new_session=True,
            )  # fmt: skip

    @property
    def said(self) -> str:
        """Return what it has printed."""
        return self.output.read_text()

    @property
    def told(self) -> list[str]:
        """Return the lines that it has printed itself, without what its processes log as JSON."""
        return [line for line in self.said.splitlines() if not line.startswith("{")]

    @property
    def errors(self) -> list[Any]:
        """Return what its processes have logged as errors."""
        lines = [line for line in self.said.splitlines() if line.startswith("{")]
        return [one for one in map(json.loads, lines) if one["level"] in ("error", "critical")]

    def is_up(self) -> bool:
        """Say whether it is ready."""
        assert self.process.poll() is None, self.said
        return "Stop with Ctrl-C" in self.said

    def end(self, sign: signal.Signals) -> int:
        """Send a signal; return the exit code."""
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(
    data: Path, port: int, *options: str, up: bool = True, variables: Mapping[str, str] = NONE
) -> Iterator[Served]:
    """Run a server, `up` or on its way; whatever a failing test leaves running is ended."""
    served = Served(data, port, *options, variables=variables)
    try:
        if up:
            wait_for(served.is_up)
        yield served
    finally:
        if served.process.poll() is None:
            served.end(signal.SIGTERM)


def asked(url: str) -> tuple[int, Any]:
    """Return status and body of an answer; 0 where there is none."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except (urllib.error.URLError, ConnectionError):
        return 0, None


def a_table(client: Client) -> str:
    """Open a table of Boon with bots and start it; return its path."""
    body = {"game": "boon", "seats": 3, "options": {"max_rounds": 2}}
    path = f"/v1/tables/{client.post('/v1/tables', body)['view']['table']}"
    client.post(f"{path}/seats", {})
    for _ in range(2):
        client.post(f"{path}/seats", {"bot": "regular"})
    client.post(f"{path}/start", {})
    return path


def act(client: Client, path: str) -> dict[str, Any]:
    """Wait for the own turn and act; return the view then."""
    views: list[dict[str, Any]] = []

    def may_act() -> bool:
        views.append(client.get(f"{path}/view"))
        return views[-1]["choices"] is not None or views[-1]["phase"] == "closed"

    wait_for(may_act)
    choices = views[-1]["choices"]
    if choices is None:
        return views[-1]
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    view: dict[str, Any] = client.post(f"{path}/actions", offered[0])["view"]
    return view


def act_for_any(players: Sequence[Client], path: str) -> dict[str, Any]:
    """Let whoever may act do so; return the view then."""
    for player in players:
        choices = player.get(f"{path}/view")["choices"]
        if choices is not None:
            offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
            view: dict[str, Any] = player.post(f"{path}/actions", offered[0])["view"]
            return view
    raise AssertionError("nobody may act")
