"""`fairdeal witness`: cosign the checkpoints of logs that tell one history."""

import socket
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click

from events.history.notes import BadNote, NoteKey, is_key_name, read_note_key
from events.history.signing_keys import KeyFolder
from events.terminal import say_lines
from events.verify.history.cosigning import Witness, WitnessReply
from service.commands.options import HOST, PORT
from service.commands.processes import url_of
from service.commands.serve import require_port

MOST = 64 * 1024  # bytes of a request; a proof and a note with all its signatures
PATIENCE = 30  # seconds that a connection may say nothing
NO_SUCH_PATH = WitnessReply(404, "no such path\n")


class WitnessServer(ThreadingHTTPServer):
    """A server that lets many who come at once wait instead of hanging up on them."""

    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say that a request failed."""
        say_lines(f"A request failed: {sys.exception()!r}", err=True)


class Server6(WitnessServer):
    """One that listens on an address of IPv6."""

    address_family = socket.AF_INET6


def serve_witness(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """Return the server of a witness, which listens already."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version, timeout = "HTTP/1.1", PATIENCE
        server_version, sys_version = "fairdeal-witness", ""

        def do_POST(self) -> None:
            """Cosign."""
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > MOST:
                self.close_connection = True
                self.send_reply(
                    WitnessReply(413 if length.isdecimal() else 411, f"at most {MOST} bytes\n")
                )
                return
            body = self.rfile.read(int(length))
            known = self.path == "/add-checkpoint"
            self.send_reply(witness.add_checkpoint(body) if known else NO_SUCH_PATH)

        def do_GET(self) -> None:
            """Show what was cosigned."""
            origin, _, rest = self.path.removeprefix("/").partition("/")
            known = rest == "checkpoint"
            self.send_reply(witness.latest(origin) if known else NO_SUCH_PATH)

        def send_reply(self, answer: WitnessReply) -> None:
            """Send an answer."""
            data = answer.text.encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Write no line a request."""

    kind = Server6 if ":" in host else WitnessServer
    return kind((host, port), Handler)


def _read_logs(path: Path) -> list[NoteKey]:
    """Return the keys of logs in a file, one a line; BadNote for a line that is none."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return [read_note_key(line) for line in lines if line and not line.startswith("#")]


@click.command()
@click.option(
    "--state",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the witness's key and of what it cosigned; created if missing.",
)
@click.option("--name", required=True, help="Its name under cosignatures: witness.example/w1, say.")
@click.option(
    "--logs",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the keys of the logs to cosign, one a line; read at every request.",
)
@HOST
@PORT
def witness(state: Path, name: str, logs: Path, host: str, port: int) -> None:
    """Cosign checkpoints of logs that only grow.

    This is a witness of c2sp.org/tlog-witness. It prints its key, which verifiers pass as
    --witness, and serves until Ctrl-C.
    """
    if not is_key_name(name):
        raise click.BadParameter(f"{name!r} is no name: no spaces and no plus", param_hint="--name")
    try:
        _read_logs(logs)
    except BadNote as bad:
        raise click.ClickException(f"{logs}: {bad}") from None
    require_port(host, port)
    signer = KeyFolder(state).signer
    try:
        own = Witness(state, name, signer, lambda: _read_logs(logs), lambda: int(time.time()))
    except OSError:
        raise click.ClickException(f"Another witness uses {state}") from None
    with serve_witness(own, host, port) as server:
        say_lines(f"{own.key.text()} cosigns at {url_of(host, port)}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say_lines("Stopped.")
    own.close()
