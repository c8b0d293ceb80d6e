"""An account's stream misses nothing while API, follower and Redis are killed."""

import http.client
import json
import signal
import threading
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.attacks.test_kills import Patient
from tests.waiting import PATIENCE, wait_for

NEWS = "/v1/players/me/events"
TABLES = 3


class Listener(threading.Thread):
    """Reads one stream of an account, and comes back behind the last message when it breaks.

    Attributes:
        heard: each message, by its id; those told twice are in `again`.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.heard: dict[int, dict[str, Any]] = {}
        self.again: list[int] = []
        self.broken, self.last, self.stops = 0, "", False

    def run(self) -> None:
        while not self.stops:
            with suppress(OSError, http.client.HTTPException):
                self.listen()
            self.broken += 1

    def listen(self) -> None:
        """Read until the stream breaks."""
        to = urlsplit(self.client.url)
        line = http.client.HTTPConnection(str(to.hostname), to.port, timeout=PATIENCE)
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {self.client.token}"}
        headers |= {"Last-Event-ID": self.last} if self.last else {}
        with closing(line):
            line.request("GET", NEWS, headers=headers)
            with line.getresponse() as answer:
                if answer.status == 200:
                    self.read(answer)

    def read(self, answer: http.client.HTTPResponse) -> None:
        """Read messages to the end."""
        number = ""
        while text := answer.readline().decode():
            name, _, value = text.rstrip("\n").partition(": ")
            if name == "id":
                number = value
            elif name == "data":
                self.take(number, json.loads(value))

    def take(self, number: str, message: dict[str, Any]) -> None:
        """Take a message in."""
        self.last = number
        if message["type"] in ("turns", "missed"):
            assert message["type"] == "turns"
            return
        if int(number) in self.heard:
            self.again.append(int(number))
        self.heard[int(number)] = message

    def count(self, kind: str) -> Counter[str]:
        """Return how often a kind of message came, by table."""
        return Counter(one["table"] for one in [*self.heard.values()] if one["type"] == kind)


def opened(client: Client) -> str:
    """Open a table of Boon with bots and start it; return its id."""
    body = {"game": "boon", "seats": 3, "options": {"max_rounds": 2}}
    table: str = client.post("/v1/tables", body)["view"]["table"]
    for bot in (None, "regular", "regular"):
        client.post(f"/v1/tables/{table}/seats", {"bot": bot} if bot else {})
    client.post(f"/v1/tables/{table}/start", {})
    return table


def act(client: Client, table: str) -> str:
    """Wait for the own turn and act; return the phase of the table then."""
    path, views = f"/v1/tables/{table}", list[dict[str, Any]]()

    def may_act() -> bool:
        views.append(client.get(f"{path}/view"))
        return views[-1]["choices"] is not None or views[-1]["phase"] == "closed"

    wait_for(may_act)
    choices = views[-1]["choices"]
    if choices is None:
        return "closed"
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    return str(client.post(f"{path}/actions", offered[0])["view"]["phase"])


@pytest.mark.nightly  # in every run: tests/simulation, and tests/service/streams/test_push.py
def test_an_accounts_stream_misses_nothing_while_processes_are_killed(tmp_path: Path) -> None:
    with ServerStack(tmp_path, free_port(), durable=True) as stack:
        client = Patient(stack.url, register_account(stack.url, "Ada").token)
        listener = Listener(client)
        listener.start()
        wait_for(lambda: listener.last)
        stopped = threading.Event()
        watcher = threading.Thread(target=watched, args=(stack, stopped))
        watcher.start()
        try:
            tables = [opened(client) for _ in range(TABLES)]
            for kill in (kill_api, kill_follower, kill_redis, kill_api):
                for table in tables:
                    act(client, table)
                kill(stack)
            for table in tables:
                while act(client, table) != "closed":
                    pass
            once = Counter(tables)
            wait_for(lambda: listener.count("ended") == once)
        finally:
            listener.stops = True
            stopped.set()
            watcher.join()
        kept = {row["id"] for row in client.get(f"{NEWS}?after=0")["messages"]}
    listener.join(PATIENCE)  # the server has stopped, and its stream has ended
    assert listener.again == []
    assert listener.count("started") == listener.count("ended") == once
    assert kept <= {*listener.heard, 0}
    assert listener.broken >= 1


def watched(stack: ServerStack, stopped: threading.Event) -> None:
    """Start again what is killed."""
    while not stopped.wait(0.02):
        stack.watch()


def kill_api(stack: ServerStack) -> None:
    """Kill the API."""
    kill(stack, "api")


def kill_follower(stack: ServerStack) -> None:
    """Kill the follower, which writes the news."""
    kill(stack, "follower")


def kill(stack: ServerStack, name: str) -> None:
    """Kill a process with all that it has started."""
    (child,) = [one for one in stack.children if one.name == name]
    child.end(signal.SIGKILL)


def kill_redis(stack: ServerStack) -> None:
    """Kill the store."""
    assert stack.server is not None
    assert stack.server.process is not None
    stack.server.process.kill()
