"""The shipped file for nginx: a real one, with it, before a whole server."""

import getpass
import re
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import orjson
import pytest

from service.commands.client import ApiProblem, Client
from service.commands.processes import free_port
from tests.folders import ROOT
from tests.service.commands.serving import a_table, act, serving
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

pytestmark = pytest.mark.nightly


def configured(folder: Path, api: int, plain: int, served: int) -> str:
    """Return the file for ports of the loopback interface, without a certificate."""
    text = re.sub(r"10\.0\.0\.\d:8000", f"127.0.0.1:{api}", FILE.read_text())
    text = re.sub(r"^ *ssl_.*\n", "", text, flags=re.M)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{served};")
    return MAIN.format(folder=folder, text=text, user=getpass.getuser())


def is_listened_on(port: int) -> bool:
    """Say whether somebody takes connections there."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """Run both; return the ports of plain HTTP, which leads elsewhere, and of the service."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("needs nginx: apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("nginx")
    api, plain, served = free_port(), free_port(), free_port()
    (folder / "nginx.conf").write_text(configured(folder, api, plain, served))
    variables = {"FAIRDEAL_PROXY_HOPS": "1", "FAIRDEAL_PUBLIC_URL": "https://play.example"}
    with serving(folder / "data", api, variables=variables):
        command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: is_listened_on(served))
            yield plain, served
        finally:
            process.terminate()
            process.wait(PATIENCE)


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
