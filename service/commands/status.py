"""`fairdeal status`: how a server fares, on one screen."""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence

import click

from events.settings.table import QUEUE_URL
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect_client
from events.store.connections.servers import Server
from events.store.environment import archive_url, data_folder, store_url
from events.store.registry import Process
from events.store.streams import store_at
from events.terminal import say_json, say_lines
from games.core.words import count_phrase
from projections.read_models.status import Status, StatusSources, system_status

EVERY = 2.0  # seconds
MB, GB = 2**20, 2**30


def _configured_surroundings() -> StatusSources:
    """Return where to look, as the settings say."""
    data = data_folder()
    store = store_at(store_url(), Archive(archive_url(data)))
    jobs = connect_client(QUEUE_URL.text) if QUEUE_URL.text else store.redis
    return StatusSources(store, jobs, data, archive_url(data))


@click.command(name="status")
@click.option("--json", "as_json", is_flag=True, help="Print one object.")
@click.option("--watch", is_flag=True, help="Print again every 2 seconds, until Ctrl-C.")
def show_status(as_json: bool, watch: bool) -> None:
    """Show the state of a server, and its troubles."""
    around = _configured_surroundings()
    while True:
        found = system_status(around)
        if as_json:
            say_json(found)
        else:
            say_lines(*_status_lines(found))
        if not watch:
            return
        time.sleep(EVERY)
        if not as_json:
            say_lines("")


def _status_lines(found: Status) -> Iterator[str]:
    """Yield the lines for people."""
    yield from (f"{name:11} {text}" for name, text in status_rows(found))


def status_rows(found: Status) -> Iterator[tuple[str, str]]:
    """Yield what a line is about, and what it says."""
    for server in found["servers"]:
        yield from _store_rows(server)
    shares = [f"{name} {len(own)}" for name, own in found["followers"].items()]
    yield "partitions", f"{found['partitions']}, followed by: {', '.join(shares) or 'nobody'}"
    behind = [f"{name} {one['milliseconds']} ms" for name, one in found["lag"].items()]
    yield "behind", ", ".join(behind)
    for one in found["queues"]:
        yield "queue", f"{one['queue']}: {one['jobs']} jobs, the oldest {one['oldest']:.1f} s"
    phases = [f"{count} {phase}" for phase, count in sorted(found["tables"].items())]
    yield "tables", ", ".join(phases) or "none"
    for kind, due in found["due"].items():
        yield "due", f"{kind}: {due['due']}, overdue {due['overdue']}, by {due['oldest']} ms"
    for failed in found["aside"]:
        tries = count_phrase(failed["tries"], "try", "tries")
        yield "set aside", f"{failed['table']}: {failed['where']}, {tries}: {failed['why']}"
    yield "disputes", f"{found['disputes']['open']} wait for a ruling"
    archive, keys, disk = found["archive"], found["keys"], found["disk"]
    late = f"{archive['waiting']} wait, {archive['overdue']} overdue"
    yield "archive", f"{archive['address']}: {late}"
    yield "keys", f"{keys['signing'] or 'none'} signs, of {keys['count']}; in {keys['folder']}"
    yield "disk", f"{disk['free'] / GB:.1f} of {disk['size'] / GB:.1f} GB free"
    yield from _process_rows(found["processes"])
    yield from (("TROUBLE", trouble) for trouble in found["troubles"])


def _store_rows(server: Server) -> Iterator[tuple[str, str]]:
    """Yield the rows of a server of the store."""
    most = f"{server['most_memory'] / MB:.0f} MB" if server["most_memory"] else "no limit"
    durability = f"append-only, {server['appendfsync'] or 'sync unknown'}"
    memory = f"{server['memory'] / MB:.1f} MB of {most}"
    durability = durability if server["append_only"] else "NOT append-only"
    yield "store", f"{server['address']}: {server['version']}, {memory}, {durability}"
    for one in server["replicas"]:
        delay = f"{one['behind']} bytes behind, heard of {one['heard']} s ago"
        yield "replica", f"{one['address']}: {one['state']}, {delay}"


def _process_rows(found: Sequence[Process]) -> Iterator[tuple[str, str]]:
    """Yield a row for each kind and version of processes."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in found:
        places[one["kind"], one["version"]].append(f"{one['host']}:{one['pid']}")
    for (kind, version), own in sorted(places.items()):
        yield "processes", f"{len(own)} {kind} {version} ({', '.join(own)})"
