"""The shipped file for nginx: a real one, with it, before a whole server."""

import getpass
import os
import re
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from urllib.error import HTTPError

import orjson
import pytest

from events.store.embedded.server import EmbeddedServer
from service.commands.client import ApiProblem, Client
from service.commands.processes import free_port
from tests import seeded
from tests.folders import ROOT
from tests.service.commands.serving import a_table, act, asked, serving
from tests.waiting import PATIENCE, wait_for

FILE = ROOT / "docs" / "deploy" / "nginx.conf"
MAIN = """
daemon off;
user {user};
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {text}
}}
"""

BEHIND = {"FAIRDEAL_PROXY_HOPS": "1", "FAIRDEAL_PUBLIC_URL": "https://play.example"}

pytestmark = pytest.mark.nightly


def configured(folder: Path, apis: Sequence[int], plain: int, served: int) -> str:
    """Return the file for ports of the loopback interface, without a certificate."""
    text = FILE.read_text()
    for number, port in enumerate(apis, 1):
        text = text.replace(f"10.0.0.{number}:8000", f"127.0.0.1:{port}")
    text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.M)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{served};")
    return MAIN.format(folder=folder, text=text, user=getpass.getuser())


def is_listened_on(port: int) -> bool:
    """Say whether somebody takes connections there."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def proxied(folder: Path, apis: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Run nginx before two servers; yield the ports of plain HTTP, and of the service."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("needs nginx: apt-get install nginx-light")
    plain, served = free_port(), free_port()
    (folder / "nginx.conf").write_text(configured(folder, apis, plain, served))
    command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: is_listened_on(served))
        yield plain, served
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """Run it before a whole server."""
    folder, api = tmp_path_factory.mktemp("nginx"), free_port()
    with serving(folder / "data", api, variables=BEHIND), proxied(folder, [api, api]) as found:
        yield found


@pytest.fixture
def client(ports: tuple[int, int]) -> Client:
    """Return who asks by way of it."""
    return Client(f"http://127.0.0.1:{ports[1]}", tries=1)


def test_a_table_is_played_and_its_stream_tells_at_once(client: Client) -> None:
    client.token = client.post("/v1/players", {"name": "Ada"})["token"]
    path = a_table(client)
    headers = {"Authorization": f"Bearer {client.token}", "Accept": "text/event-stream"}
    request = urllib.request.Request(f"{client.url}{path}/events", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as stream:
        act(client, path)
        n = client.get(f"{path}/view")["n"]
        ids = (line.decode()[3:].strip() for line in stream if line.startswith(b"id:"))
        assert next(one for one in ids if one.partition("-")[0] == str(n))


def test_long_logs_and_receipts_come_through_and_what_is_too_long_is_answered_by_us(
    client: Client,
) -> None:
    receipts = {"Receipts": orjson.dumps([{"n": 1, "text": "x" * 40_000}]).decode()}
    kind = {"Content-Type": "application/jsonl"}
    for body, headers in ((b"{}\n" * 2**20, kind), (b"{}\n", kind | receipts)):
        verdict = orjson.loads(client.raw("POST", "/v1/verifications", body, headers))
        assert verdict["verdict"] == "unreadable"
    with pytest.raises(ApiProblem) as refused:
        client.raw("POST", "/v1/players", b" " * 70_000, {"Content-Type": "application/json"})
    assert refused.value.problem["code"] == "http/too_large"


def test_the_plain_port_leads_to_the_public_address_and_figures_are_hidden(
    ports: tuple[int, int], client: Client
) -> None:
    with socket.create_connection(("127.0.0.1", ports[0])) as plain:
        plain.sendall(b"GET /v1/games?a=b HTTP/1.0\r\nHost: other.example\r\n\r\n")
        answer = plain.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 308 ")
    assert "Location: https://play.example/v1/games?a=b\r\n" in answer
    with pytest.raises(HTTPError) as hidden:
        urllib.request.urlopen(f"{client.url}/metrics")
    with hidden.value as answered:
        assert answered.code == 403


def test_who_asks_is_told_apart_by_the_address_that_the_proxy_names(client: Client) -> None:
    """All would be one address else, and one who guesses would keep out everybody."""
    links = client.get("/.well-known/oauth-authorization-server")
    assert links["issuer"] == "https://play.example"


@contextmanager
def an_api(port: int, environment: Mapping[str, str]) -> Iterator[None]:
    """Run an API process of its own, ready."""
    command = [*seeded.PYTHON, "service", "api", "--port", str(port)]
    with subprocess.Popen(command, env={**os.environ, **environment}, cwd=ROOT) as process:
        try:
            wait_for(lambda: asked(f"http://127.0.0.1:{port}/readyz")[0] == 200)
            yield
        finally:
            process.terminate()


def test_servers_are_replaced_one_after_the_other_and_nobody_who_plays_is_refused(
    tmp_path: Path,
) -> None:
    apis, environment = [free_port(), free_port()], {**BEHIND}
    with ExitStack() as stack:
        stack.enter_context(serving(tmp_path / "data", free_port(), variables=BEHIND))
        store = EmbeddedServer(tmp_path / "data" / "redis")
        environment |= {"FAIRDEAL_REDIS_URL": store.url, "FAIRDEAL_DATA": str(tmp_path / "data")}
        ends = [ExitStack() for _ in apis]
        for port, end in zip(apis, ends, strict=True):
            stack.enter_context(end).enter_context(an_api(port, environment))
        _, served = stack.enter_context(proxied(tmp_path, apis))
        client = Client(f"http://127.0.0.1:{served}")
        client.token = client.post("/v1/players", {"name": "Ada"})["token"]
        acted: list[tuple[str, int]] = []
        done = Event()

        def play() -> None:
            while not done.is_set():
                path = a_table(client)
                while (view := act(client, path))["phase"] != "closed" and not done.is_set():
                    acted.append((path, view["n"]))

        with ThreadPoolExecutor(1) as crew:
            playing = crew.submit(play)
            try:
                for port, end in [*zip(apis, ends, strict=True)] * 2:
                    seen = len(acted)
                    wait_for(lambda seen=seen: len(acted) > seen or playing.done())  # type: ignore[misc]
                    end.close()
                    end.enter_context(an_api(port, environment))
            finally:
                done.set()
            playing.result()  # raises what anybody was refused
        for path in {path for path, _ in acted}:
            known = client.get(f"{path}/view")["n"]
            assert known >= max(n for one, n in acted if one == path)
