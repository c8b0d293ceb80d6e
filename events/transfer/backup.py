"""A backup of a whole server while it serves, and its restoring.

The keys are copied first, then each server of the store at one moment, then the archive: so no key
says that more was signed than the store has, and the archive lacks nothing that the store left out.
"""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import fsspec
import orjson
from redis import Redis
from redis.exceptions import ResponseError

from events.history import signed_heads, signed_tree, signing_keys
from events.push import web_push
from events.store.connections.servers import primaries_with_addresses
from events.store.names import PARTITIONS, KeyNames
from events.store.streams import Store, read_stream_entry
from events.transfer.backup_files import NoBackup, dump_redis, file_sha256, serve_dump

FORMAT = 1
MANIFEST, HEADS, KEYS, ARCHIVE = "backup.json", "heads.jsonl", "keys", "archive"
KEY_FILES = (signing_keys.FILE, signed_tree.FILE, signed_heads.FILE, web_push.FILE)
RESTORING = "fd:{store}:restoring"  # from which backup
PASSING = (b"fd:{processes}:", b"fd:{followers}:", b"fd:{store}:restoring")  # of running processes
PAGE = 500  # keys a trip
ReportProgress = Callable[[str], None]


class Manifest(TypedDict):
    """What a backup holds: up to where each feed goes, how many streams, and what files."""

    format: int
    fairdeal: str
    at: int
    partitions: int
    feeds: dict[str, str]
    streams: int
    archived: int
    files: dict[str, str]


class StreamHead(NamedTuple):
    """The newest event of a stream; None where all of it is in the archive."""

    stream: str
    n: int | None
    head: str | None


def back_up(
    store: Store, data: Path, archive: str, folder: Path, report: ReportProgress
) -> Manifest:
    """Write a backup into a folder; what an earlier try left of the archive is not copied again."""
    if (folder / MANIFEST).exists():
        raise NoBackup(f"{folder} holds a whole backup already; name another folder")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _copy_keys(data, folder / KEYS)
    at, files = store.now(), []
    for k, (address, client) in enumerate(primaries_with_addresses(store.redis)):
        files.append(folder / f"store-{k}.rdb")
        report(f"copies the data of {address}")
        dump_redis(client, files[-1])
    (folder / ARCHIVE).mkdir(exist_ok=True, mode=0o700)  # logs hold what is sealed, too
    copied = _copy_archive(archive, str(folder / ARCHIVE), report)
    report(f"{copied} files of the archive copied; looks through all streams")
    feeds: dict[str, str] = {}
    heads = [head for file in files for head in _read_heads(file, store.names, feeds)]
    _require_archived(heads, folder / ARCHIVE)
    lines = b"".join(orjson.dumps([*head]) + b"\n" for head in sorted(heads))
    (folder / HEADS).write_bytes(lines)
    manifest: Manifest = {
        "format": FORMAT, "fairdeal": version("fairdeal"), "at": at,
        "partitions": store.names.partitions, "feeds": feeds, "streams": len(heads),
        "archived": sum(head.n is None for head in heads),
        "files": {file.name: file_sha256(file) for file in (*files, folder / HEADS)},
    }  # fmt: skip
    part = folder / f"{MANIFEST}.part"
    part.write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2))
    part.replace(folder / MANIFEST)  # last: without it, it is none
    return manifest


def _copy_keys(source: Path, target: Path) -> list[str]:
    """Copy the files of keys that the target lacks; return their names."""
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    copied = []
    for name in KEY_FILES:
        if (source / name).exists() and not (target / name).exists():
            part = target / f"{name}.part"
            part.touch(0o600)
            part.write_bytes((source / name).read_bytes())
            part.replace(target / name)
            copied.append(name)
    return copied


def _copy_archive(source: str, target: str, report: ReportProgress) -> int:
    """Copy the files of an archive that are not there, or are of another size; say how many."""
    there, root = fsspec.core.url_to_fs(source)
    here, place = fsspec.core.url_to_fs(target)
    if not there.exists(root):
        return 0
    known = here.find(place, detail=True) if here.exists(place) else {}
    sizes = {path.removeprefix(f"{place}/"): about["size"] for path, about in known.items()}
    files, copied = there.find(root, detail=True), 0
    for done, (path, about) in enumerate(sorted(files.items()), 1):
        name = path.removeprefix(f"{root}/")
        if done % PAGE == 0:
            report(f"{done} of {len(files)} files of the archive")
        if sizes.get(name) == about["size"]:
            continue
        here.makedirs(f"{place}/{name}".rpartition("/")[0], exist_ok=True)
        here.pipe_file(f"{place}/{name}.part", there.cat_file(path))
        here.mv(f"{place}/{name}.part", f"{place}/{name}")
        copied += 1
    return copied


def _read_heads(file: Path, names: KeyNames, feeds: dict[str, str]) -> list[StreamHead]:
    """Return the heads of all streams in a copy; note where its feeds end."""
    with serve_dump(file) as redis:
        heads: list[StreamHead] = []
        for partition in range(names.partitions):
            newest: Any = redis.xrevrange(names.feed(partition), count=1)
            if newest:
                feeds[str(partition)] = newest[0][0].decode()
            heads += _heads_of(redis, names, partition)
        return heads


def _heads_of(redis: Redis, names: KeyNames, partition: int) -> Iterator[StreamHead]:
    """Yield the heads of the streams of a partition."""
    for member, _ in redis.zscan_iter(names.all(partition), count=PAGE):
        yield stream_head(redis, names, member.decode())


def stream_head(redis: Redis, names: KeyNames, stream: str) -> StreamHead:
    """Return the newest event of a stream."""
    entries: Any = redis.xrevrange(names.of(stream).log, count=1)
    if not entries:
        return StreamHead(stream, None, None)
    place, fields = entries[0]
    values = fields if isinstance(fields, list) else [x for item in fields.items() for x in item]
    newest = read_stream_entry((place, values))
    return StreamHead(stream, newest.n, newest.h.hex())


def _require_archived(heads: list[StreamHead], archive: Path) -> None:
    """Refuse a backup whose archive lacks a stream that the store has given to it."""
    known = {path.name.partition(".")[0] for path in archive.rglob("*") if path.is_file()}
    for head in heads:
        if head.n is None and head.stream not in known:
            raise NoBackup(f"{head.stream} is neither in the store nor in the archive")


def _manifest_of(folder: Path) -> Manifest:
    """Return what a backup says of itself; NoBackup if it is not whole."""
    try:
        manifest: Manifest = orjson.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise NoBackup(f"{folder} holds no whole backup: {error}") from None
    if manifest["format"] != FORMAT:
        raise NoBackup(f"{folder} is a backup of another format than {FORMAT}")
    for name, digest in manifest["files"].items():
        if not (folder / name).is_file() or file_sha256(folder / name) != digest:
            raise NoBackup(f"{folder / name} is not as it was written: SHA-256 should be {digest}")
    return manifest


def restore_backup(
    folder: Path, redis: Redis, data: Path, archive: str, report: ReportProgress
) -> Manifest:
    """Fill an empty store, an archive and a data folder from a backup; go on with one broken off.

    Keys that the data folder has stay: they know what was signed after the backup.
    """
    manifest = _manifest_of(folder)
    _begin_restore(redis, manifest)
    for name in manifest["files"]:
        if name.endswith(".rdb"):
            report(f"restores {name}")
            with serve_dump(folder / name) as source:
                report(f"{_copy_store(source, redis)} keys restored")
    report(f"{_copy_archive(str(folder / ARCHIVE), archive, report)} files of the archive restored")
    _copy_keys(folder / KEYS, data)
    names = KeyNames(manifest["partitions"])
    for line in (folder / HEADS).read_bytes().splitlines():
        wanted = StreamHead(*orjson.loads(line))
        if stream_head(redis, names, wanted.stream) != wanted:
            raise NoBackup(f"{wanted.stream} is not as it was in the backup, event {wanted.n}")
    redis.delete(RESTORING)
    return manifest


def _begin_restore(redis: Redis, manifest: Manifest) -> None:
    """Mark a store as one that is being restored; refuse one that holds anything else."""
    mark = manifest["files"][HEADS].encode()
    known: Any = redis.get(RESTORING)
    if known != mark and (known is not None or redis.get(PARTITIONS) is not None):
        raise NoBackup("The store is not empty: a backup is restored into an empty one")
    redis.set(RESTORING, mark)


def _copy_store(source: Redis, target: Redis) -> int:
    """Copy all keys of ours that the target lacks; return how many there are."""
    count, page = 0, []
    for key in source.scan_iter(match="fd:*", count=PAGE):
        if not key.startswith(PASSING):
            page.append(key)
        if len(page) >= PAGE:
            count += copy_page(source, target, page)
            page = []
    return count + copy_page(source, target, page)


def copy_page(source: Redis, target: Redis, page: list[bytes]) -> int:
    """Copy some keys."""
    with source.pipeline(transaction=False) as reading, target.pipeline(transaction=False) as pipe:
        for key in page:
            reading.dump(key)
            reading.pttl(key)
        replies: Any = reading.execute()
        for key, value, left in zip(page, replies[::2], replies[1::2], strict=True):
            pipe.restore(key, max(0, left), value)
        for key, reply in zip(page, pipe.execute(raise_on_error=False), strict=True):
            if isinstance(reply, ResponseError) and str(reply).startswith("BUSYKEY"):
                continue  # restored before this was broken off
            if isinstance(reply, Exception):
                raise NoBackup(f"The store does not take {key.decode()}: {reply}")
    return len(page)
