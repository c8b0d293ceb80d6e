"""A real server whose clients repeat every request, often without waiting for the answer."""

import json
import random
import socket
from contextlib import closing
from http.client import HTTPConnection
from itertools import chain, count
from pathlib import Path
from typing import Any

from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from service.settings import BODY_LIMIT
from tests.attacks.careless import Careless
from tests.some_processes import SomeProcesses
from tests.waiting import PATIENCE, wait_for

KEYS = count()


def careless(stack: ServerStack, name: str) -> Careless:
    """Make an account."""
    return Careless(register_account(stack.url, name), (stack.port,), random.Random(name))


def choose(view: dict[str, Any], luck: random.Random) -> Any:
    """Return one of the choices of a view."""
    choices = view["choices"]
    return luck.choice([*choices["actions"], *(pick["example"] for pick in choices["picks"])])


def test_a_request_that_was_cut_off_in_its_middle_does_nothing(stack: ServerStack) -> None:
    eve = careless(stack, "careless Eve")
    made = eve.client.post("/v1/tables", {"game": "boosh", "seats": 2})
    path = f"/v1/tables/{made['view']['table']}"
    whole = eve.wire("POST", f"{path}/seats", {"seat": 1, "bot": "regular"}, "half")
    for end in range(1, len(whole), 7):
        with socket.create_connection(("127.0.0.1", stack.port), timeout=PATIENCE) as line:
            line.sendall(whole[:end])
    assert eve.client.get(path)["n"] == 1
    answer = eve.send(whole, "read")
    assert answer is not None
    assert (answer.status, "idempotency-replayed" in answer.headers) == (201, False)


def sent_to(stack: ServerStack, body: Any) -> tuple[int, Any]:
    """Open a table with a body as it stands, in chunks where it is an iterator."""
    token = register_account(stack.url, f"large {next(KEYS)}").token
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", stack.port, timeout=PATIENCE)) as line:
        chunked = not isinstance(body, bytes)
        line.request("POST", "/v1/tables", body, headers, encode_chunked=chunked)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())


def test_a_body_over_the_limit_is_refused_by_the_real_server_too(stack: ServerStack) -> None:
    for size in (BODY_LIMIT + 1, 4 * 2**20):
        status, problem = sent_to(stack, b" " * size)
        assert (status, problem["code"]) == (413, "http/too_large")


def test_a_body_in_chunks_is_read_as_any_other(stack: ServerStack) -> None:
    status, made = sent_to(stack, iter([b'{"game": "boon", ', b'"seats": 3}']))
    assert (status, made["view"]["n"]) == (201, 1)


def test_a_body_over_the_limit_is_refused_in_chunks_too(stack: ServerStack) -> None:
    table = b'{"game": "boon", "seats": 3}'
    status, problem = sent_to(stack, chain([table], (b" " * 4096 for _ in range(40))))
    assert (status, problem["code"]) == (413, "http/too_large")


def test_a_server_started_again_on_its_folder_goes_on(tmp_path: Path) -> None:
    with SomeProcesses(tmp_path, free_port()) as first:
        ada = register_account(first.url, "Ada")
        made = ada.post("/v1/tables", {"game": "boosh", "seats": 2})
        path = f"/v1/tables/{made['view']['table']}"
        ada.post(f"{path}/seats", {})
        ada.post(f"{path}/seats", {"bot": "regular"})
        view = ada.post(f"{path}/start", {})["view"]
        keys = ada.get("/v1/keys")
    playing = ("api", "follower", "bots-0")
    with SomeProcesses(tmp_path, free_port(), only=playing) as second:
        again = Client(second.url, ada.token)
        assert again.get("/v1/keys") == keys
        assert (
            again.get(f"{path}/events?limit=500")["events"][view["n"] - 1]["head"] == view["head"]
        )
        wait_for(lambda: again.get(f"{path}/view")["choices"] is not None)  # a worker plays the bot
        seen = again.get(f"{path}/view")
        assert (
            again.post(f"{path}/actions", choose(seen, random.Random(1)))["receipt"]["n"]
            > seen["n"]
        )
