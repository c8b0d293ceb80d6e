"""Options that several commands have in common."""

import socket
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click


def _resolve_host(context: click.Context, parameter: click.Parameter, host: str) -> str:
    """Return the address of a host: that of IPv4, if it has both."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        raise click.BadParameter(f"{host} is no address and no name of one") from None
    first = min(found, key=lambda one: one[0] != socket.AF_INET)
    return str(first[4][0])


HOST = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    callback=_resolve_host,
    help="Address to listen on; `::` is all of IPv6 and IPv4.",
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
    help="Folder of keys and data [default: FAIRDEAL_DATA or ./fairdeal-data].",
)


KEY_HELP = "Public key in hex, or a file with it or with /v1/keys."


class TrustedKeys(NamedTuple):
    """The keys that are trusted, and the file in which those signed for by them may stand."""

    key: str | None
    newer: Path | None = None


class RequiredWitnesses(NamedTuple):
    """Whose cosignatures a checkpoint must bear, and how many of them; None: all."""

    witnesses: tuple[str, ...] = ()
    quorum: int | None = None


class VerifyOptions(NamedTuple):
    """What logs are verified with."""

    keys: TrustedKeys
    receipts: tuple[Path, ...]
    earlier: tuple[Path, ...]
    proof: Path | None
    demanded: RequiredWitnesses
    bots: bool


def witness_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options --witness and --quorum, told as `demanded`."""

    @click.option(
        "--witness",
        "witnesses",
        multiple=True,
        help="Key of a witness (NAME+HEX+BASE64), or a file with keys, one a line; repeatable.",
    )
    @click.option(
        "--quorum",
        type=click.IntRange(1, 100),
        default=None,
        help="How many of the witnesses must have cosigned [default: all].",
    )
    @wraps(command)
    def with_witnesses(
        *args: Any, witnesses: tuple[str, ...], quorum: int | None, **more: Any
    ) -> None:
        command(*args, demanded=RequiredWitnesses(witnesses, quorum), **more)

    return with_witnesses


def keys_options(*, required: bool) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options --key and --newer-keys, and what they say as `keys`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @click.option("--key", required=required, default=None, help=KEY_HELP)
        @click.option(
            "--newer-keys",
            type=click.Path(path_type=Path),
            default=None,
            help="The /v1/keys of today: those that --key has signed for, and so on, count too.",
        )
        @wraps(command)
        def with_keys(*args: Any, key: str | None, newer_keys: Path | None, **others: Any) -> None:
            command(*args, keys=TrustedKeys(key, newer_keys), **others)

        return with_keys

    return decorate


def page_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a page of moments: `page` has at, limit and language."""

    @click.option("--at", default=1, help="With --json: an event of the first command.")
    @click.option("--limit", default=50, help="With --json: how many commands, up to 100.")
    @click.option("--language", default="en", help="With --json: of the texts, en or de.")
    @wraps(command)
    def with_page(*args: Any, at: int, limit: int, language: str, **others: Any) -> None:
        command(*args, page={"at": at, "limit": limit, "language": language}, **others)

    return with_page


PROOF = click.option(
    "--proof",
    type=click.Path(path_type=Path),
    default=None,
    help="A proof from the server, as JSON.",
)


AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
