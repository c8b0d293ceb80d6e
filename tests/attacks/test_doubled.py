"""Clients that send every command more than once, to either of two services on one store.

In every run the services are in this process, each with caches of its own, and requests come one
after the other. The nightly tier has two API processes, requests at once, and lines that are cut.
"""

import random
import re
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.error import URLError

import pytest

from events.accounts.players import Players
from events.history.signing_keys import keys_in
from events.record.receipts import Signer
from events.store.embedded.server import EmbeddedServer
from events.store.streams import store_at
from games import NEWEST
from service.assembly import AppParts, assemble_parts
from service.commands import processes
from service.commands.client import register_account
from service.commands.processes import ChildProcess, ServerStack, free_port
from service.settings import ServiceSettings
from tests.attacks.careless import KEYS, Careless
from tests.attacks.test_kills import LONGER
from tests.attacks.test_matrix import operations
from tests.service.asker import Asker, Service, commitment, entropy
from tests.service.provoke_tournaments import BODY as CUP
from tests.service.provoke_tournaments import RESULT
from tests.waiting import wait_for

KEY = "#/components/parameters/Idempotency-Key"


WITH_BOTS = {**CUP, "entrants": {"kinds": ["player", "bot"]}}
ROLES = {"max": "auditor", "dora": "director"}


@pytest.fixture
def stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerStack]:
    """Run a whole server with another API process beside its own."""
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    with ServerStack(tmp_path, free_port()) as running:
        first, port = running.children[0], str(free_port())
        other = [port if one == str(running.port) else one for one in first.command]
        command = [*processes.PYTHON, *other]
        running.children.append(ChildProcess(f"api on {port}", command, first.environment))
        running.children[-1].start()
        wait_for(lambda: is_ready(port))
        yield running


def is_ready(port: str) -> bool:
    """Say whether an API answers."""
    with suppress(URLError, ConnectionError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").close()
        return True
    return False


def operation_of(method: str, path: str) -> str:
    """Return the id of the operation that a request is for."""
    for name, (own, template, _) in operations().items():
        if own == method.lower() and re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path):
            return name
    raise AssertionError(f"{method} {path} is no operation")


class Reader(Protocol):
    """Reads as a player."""

    def get(self, path: str) -> Any:
        """Return the JSON of an answer."""


class Repeater(Protocol):
    """A player who sends everything more than once."""

    @property
    def client(self) -> Reader:
        """Return what this player reads with."""

    @property
    def replayed(self) -> int:
        """Return how many answers were those of a command that had been carried out before."""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request more than once; return the one answer."""


@dataclass
class Repeated:
    """Sends every request to either of two services in this process, two or three times."""

    askers: Sequence[Asker]
    luck: random.Random
    requests: int = 0
    replayed: int = 0

    @property
    def client(self) -> Reader:
        """Return what this player reads with."""
        return self

    def get(self, path: str) -> Any:
        """Return the JSON of an answer."""
        answer = self.luck.choice(self.askers).get(path)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request more than once; return the one answer that all of them got."""
        key = {"Idempotency-Key": f"{method}-{next(KEYS)}"}
        times = self.luck.choice([2, 3])
        to = [self.luck.choice(self.askers) for _ in range(times)]
        answers = [one.ask(method, path, body, headers=key) for one in to]
        self.requests += 1
        self.replayed += sum("Idempotency-Replayed" in one.headers for one in answers)
        assert {one.status_code for one in answers} <= {200, 201}, answers[-1].text
        assert len({one.data for one in answers}) == 1, [one.data for one in answers]
        return answers[-1].get_json()


@dataclass
class Party:
    """Two players, an auditor and a director, and what they asked for at each table.

    Attributes:
        signer: of the server.
        play_bots: lets the bots of a table act, where no worker does.
    """

    ada: Repeater
    bob: Repeater
    max: Repeater
    dora: Repeater
    ids: dict[str, str]
    luck: random.Random
    signer: Signer
    play_bots: Callable[[str], object] = lambda path: None
    wanted: dict[str, list[str]] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)

    def ask(self, who: Repeater, method: str, path: str, body: Any = None, kind: str = "") -> Any:
        """Ask for something; `kind` is the type of the command at a table that it must become."""
        answer = who.ask(method, path, body)
        self.asked[operation_of(method, path)] += 1
        if kind:
            self.wanted.setdefault(answer["view"]["table"], []).append(kind)
        return answer

    def opened(self, body: dict[str, Any]) -> str:
        """Open a table; return its path."""
        made = self.ask(self.ada, "POST", "/v1/tables", body, "table.open")
        return f"/v1/tables/{made['view']['table']}"

    def seated(self, game: str) -> str:
        """Open a table, sit down (one of them twice), start; return its path."""
        seats = max(2, NEWEST[game].seats[0])
        path = self.opened({"game": game, "seats": seats, "options": LONGER[game]})
        self.ask(self.bob, "POST", f"{path}/seats", {}, "table.sit")
        self.ask(self.bob, "DELETE", f"{path}/seats/0", None, "table.leave")
        promise = {"commitment": commitment(self.ids["ada"], "cat")}
        self.ask(self.ada, "POST", f"{path}/seats", promise, "table.sit")
        self.ask(self.bob, "POST", f"{path}/seats", {}, "table.sit")
        for _ in range(seats - 2):
            self.ask(self.ada, "POST", f"{path}/seats", {"bot": "regular"}, "table.sit")
        called = self.ask(self.bob, "POST", f"{path}/start", {}, "table.start")["view"]
        own = {"entropy": entropy("cat"), "closing": called["closing"]["head"]}
        self.ask(self.ada, "POST", f"{path}/reveal", own, "table.reveal")
        return path

    def act(self, path: str) -> None:
        """Let one of the players act, when one of them may."""
        found: list[tuple[Repeater, Any]] = []

        def may_act() -> bool:
            self.play_bots(path)
            views = [(one, one.client.get(f"{path}/view")) for one in (self.ada, self.bob)]
            found[:] = [(one, view["choices"]) for one, view in views if view["choices"]]
            return bool(found)

        wait_for(may_act)
        one, choices = self.luck.choice(found)
        action = self.luck.choice(
            [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        )
        self.ask(one, "POST", f"{path}/actions", action, action["type"])

    def dispute(self, path: str) -> None:
        """Dispute the hand, withdraw that, dispute it again; the auditor rules."""
        complaint = {"hand": 1, "reason": "Seat 1 peeked"}
        for _ in range(2):
            made = self.ask(self.ada, "POST", f"{path}/disputes", complaint)
            where = f"/v1/disputes/{made['dispute']['dispute']}"
            if where.endswith(".1"):
                self.ask(self.ada, "DELETE", where)
        self.ask(
            self.max, "POST", f"{where}/ruling", {"verdict": "dismissed", "reason": "It is so"}
        )
        self.wanted[path.rsplit("/", 1)[1]].append("table.rule")
        told = self.ada.client.get(f"{path}/disputes")["disputes"]
        assert sorted(one["status"] for one in told) == ["ruled", "withdrawn"]

    def play(self, game: str) -> None:
        """Ask for everything that may be asked at tables of a game."""
        path = self.seated(game)
        for _ in range(4):
            self.act(path)
        self.dispute(path)
        seats = self.bob.client.get(path)["seats"]
        seat = next(k for k, one in enumerate(seats) if one["player"] == self.ids["bob"])
        self.ask(self.bob, "DELETE", f"{path}/seats/{seat}", None, "table.leave")
        self.ask(self.bob, "POST", f"{path}/seats/{seat}/return", {}, "table.return")
        for one in (self.ada, self.bob):
            self.ask(one, "POST", f"{path}/adjourn", {}, "table.adjourn")
        again = self.ask(self.ada, "POST", f"{path}/rematch", {})["view"]["table"]
        self.ask(self.ada, "DELETE", f"/v1/tables/{again}")
        seated = self.ask(self.ada, "POST", "/v1/quick", {"game": game})["view"]
        self.ask(self.ada, "DELETE", f"/v1/tables/{seated['table']}/seats/{seated['seat']}")
        path = self.opened({"game": game, "seats": 3})
        wanted = {"invite": [{"player": self.ids["bob"]}]}
        self.ask(self.ada, "POST", f"{path}/invitations", wanted, "table.invite")
        where = f"{path}/invitations/{self.ids['bob']}"
        self.ask(self.bob, "DELETE", where, None, "table.end_invitation")
        self.ask(self.ada, "DELETE", path, None, "table.close")

    def abort(self) -> None:
        """Open a table, and show a receipt of what its log does not have."""
        path = self.opened({"game": "boosh", "seats": 2})
        receipt = self.signer.receipt(path.rsplit("/", 1)[1], 99, b"\1" * 32, 1, "everysec")
        self.ask(self.bob, "POST", f"{path}/abort", {"receipt": receipt}, "table.abort")

    def invite(self) -> None:
        """Ask for what may be asked about a tournament for invited players alone."""
        settings = {**CUP, "entrants": {"invited": [self.ids["bob"]]}}
        made = self.ask(self.dora, "POST", "/v1/tournaments", settings)
        path = f"/v1/tournaments/{made['tournament']['id']}"
        self.ask(self.dora, "POST", f"{path}/invitations", {"players": [self.ids["ada"]]})

    def pair(self) -> None:
        """Keep two apart in a Swiss, and let two change places in its first round, which waits."""
        swiss = {**CUP, "format": {"kind": "swiss", "rounds": 2}}
        made = self.ask(self.dora, "POST", "/v1/tournaments", swiss)
        path = f"/v1/tournaments/{made['tournament']['id']}"
        for name in ("ada", "bob", "max"):
            self.ask(self.dora, "POST", f"{path}/entrants", {"members": [self.ids[name]]})
        told = self.ask(self.dora, "POST", f"{path}/forbidden-pairs", {"pairs": [[0, 1]]})
        assert told["tournament"]["forbidden_pairs"] == [[0, 1]]
        self.ask(self.dora, "POST", f"{path}/entrants/1/byes", {"rounds": [1]})
        self.ask(self.dora, "POST", f"{path}/description", {"text": "Two rounds"})
        told = self.ask(self.dora, "POST", f"{path}/announcements", {"text": "Soon"})
        assert len(told["tournament"]["announcements"]) == 1
        for where in ("pause", "call"):
            self.ask(self.dora, "POST", f"{path}/{where}", {})
        self.ask(self.dora, "POST", f"{path}/swaps", {"round": 0, "entrants": [0, 2]})
        assert self.dora.client.get(f"{path}/next-round")["swaps"] == [[0, 2]]

    def compete(self) -> None:
        """Ask for everything that may be asked about a tournament."""
        promise, bot = (
            commitment(self.ids["ada"], "cat"),
            {"kind": "bot", "members": ["bot:regular"]},
        )
        made = self.ask(self.dora, "POST", "/v1/tournaments", WITH_BOTS)
        path = f"/v1/tournaments/{made['tournament']['id']}"
        self.ask(self.ada, "POST", f"{path}/entrants", {"commitment": promise})
        for body in ({"members": [self.ids["bob"]]}, bot, bot):
            self.ask(self.dora, "POST", f"{path}/entrants", body)
        self.ask(self.ada, "POST", f"{path}/check-in", {})
        self.ask(self.dora, "POST", f"{path}/entrants/3/replacement", {**bot, "name": "The house"})
        for _ in range(2):
            self.ask(self.bob, "DELETE", f"{path}/entrants/1")
            if not self.asked["returnEntrant"]:
                self.ask(self.dora, "POST", f"{path}/entrants/1/return", {})
        self.ask(self.dora, "POST", f"{path}/seeding", {"entrants": [2, 0]})
        self.ask(self.dora, "POST", f"{path}/schedule", {"starts_at": None})
        self.ask(self.dora, "POST", f"{path}/directors", {"player": self.ids["max"]})
        called = self.ask(self.dora, "POST", f"{path}/call", {})["tournament"]
        own = {"entropy": entropy("cat"), "closing": called["closing"]["head"]}
        self.ask(self.ada, "POST", f"{path}/reveal", own)
        self.ask(self.max, "POST", f"{path}/pause", {})
        self.ask(self.dora, "POST", f"{path}/resume", {})
        self.ask(self.dora, "POST", f"{path}/rounds", {"tables": [{"seats": [0, 2]}], "byes": [3]})
        self.ask(self.dora, "POST", f"{path}/tables/0/adjudication", RESULT)
        told = self.ask(self.dora, "POST", f"{path}/close", {})["tournament"]
        assert (told["entrants"], told["rounds"], told["tables"]["planned"]) == (4, 1, 1)
        assert told["directors"] == [self.ids["max"]]


def party(stack: ServerStack, number: int) -> Party:
    """Make four accounts."""
    ports = stack.port, int(stack.children[-1].name.rpartition(" ")[2])
    luck = random.Random()
    players = Players(store_at(stack.redis_url))
    made, ids = {}, {}
    for name in ("ada", "bob", "max", "dora"):
        made[name] = Careless(register_account(stack.url, f"{name} {number}"), ports, luck)
        found = players.find_by_name(f"{name} {number}")
        assert found is not None
        ids[name] = found.id
        if name in ROLES:
            players.give_role(found, ROLES[name])
    players.store.redis.close()
    signer = keys_in(stack.data).signer
    return Party(made["ada"], made["bob"], made["max"], made["dora"], ids, luck, signer)


def commands(party: Party, table: str) -> list[str]:
    """Return the commands of people in the log of a table."""
    events = party.ada.client.get(f"/v1/tables/{table}/events?limit=500")["events"]
    causes = [one["cause"] for one in events if one["by"].startswith("player:")]
    return [cause["action"]["type"] for cause in causes if isinstance(cause, dict)]


def require_once(one: Party) -> None:
    """Expect in the logs of all tables what was asked for, once."""
    for table, wanted in one.wanted.items():
        assert commands(one, table) == wanted


def require_all(asked: Counter[str]) -> None:
    """Expect that everything was asked that must not be carried out twice.

    A claim is one of `test_unknown`: nobody waits three days here.
    """
    assert {*asked, "claimSeat"} == {
        name
        for name, (_, _, operation) in operations().items()
        if {"$ref": KEY} in operation.get("parameters", ())
    }


def test_nothing_happens_twice_though_every_request_is_repeated_at_another_service(
    server: EmbeddedServer, parts: AppParts
) -> None:
    beside = assemble_parts(
        ServiceSettings(server.url, parts.signing.keys.folder, "everysec", limits="off")
    )
    services, luck = (Service(parts), Service(beside)), random.Random()
    made, ids = list[Repeated](), {}
    for name in ("ada", "bob", "max", "dora"):
        first = services[0].player(name)
        second = Asker(services[1].app.test_client(), first.token, first.id)
        made.append(Repeated((first, second), luck))
        ids[name] = first.id
        found = parts.players.find(first.id)
        assert found is not None
        if name in ROLES:
            parts.players.give_role(found, ROLES[name])
    ada, bob, auditor, director = made
    signer = parts.signing.keys.signer
    one = Party(ada, bob, auditor, director, ids, luck, signer, play_bots=services[0].bots)
    for game in NEWEST:
        one.play(game)
    one.compete()
    one.pair()
    one.invite()
    one.abort()
    require_once(one)
    require_all(one.asked)
    assert sum(each.replayed for each in made) >= sum(each.requests for each in made)
    beside.store.redis.close()


@pytest.mark.nightly  # in every run: the test above, and those of careless clients in service/wire
@pytest.mark.parametrize("requests", [2593])
def test_nothing_happens_twice_though_every_request_comes_more_than_once_to_any_process(
    stack: ServerStack, requests: int
) -> None:
    done = Counter[str]()
    asked = Counter[str]()
    for number, game in enumerate(sorted(NEWEST) * requests):
        one = party(stack, number)
        one.play(game)
        one.compete()
        one.pair()
        one.invite()
        one.abort()
        require_once(one)
        people = one.ada, one.bob, one.max, one.dora
        for what in ("requests", "copies", "cuts", "replayed"):
            done[what] += sum(getattr(careless, what) for careless in people)
        asked += one.asked
        if done["requests"] >= requests:
            break
    require_all(asked)
    assert done["replayed"] > requests
    assert done["cuts"] > requests // 2
    print(dict(done), dict(asked))
