"""Options that several commands have in common."""

import socket
from pathlib import Path

import click


def address(context: click.Context, parameter: click.Parameter, host: str) -> str:
    """Return the IPv4 address of a host."""
    try:
        return socket.gethostbyname(host)
    except OSError:
        raise click.BadParameter(f"{host} is no IPv4 address and no name of one") from None


HOST = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    callback=address,
    help="IPv4 address to listen on.",
)


PORT = click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    default=8000,
    show_default=True,
    help="Port to listen on.",
)


DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Folder of keys and data; FAIRDEAL_DATA or ./fairdeal-data unless set.",
)


KEY_HELP = "Public key in hex, or a file with it or with /v1/keys."


PROOF = click.option(
    "--proof",
    type=click.Path(path_type=Path),
    default=None,
    help="A proof from the server, as JSON.",
)


AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
