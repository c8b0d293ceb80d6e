"""No answer names a file of the server, whatever is sent to be verified or shown."""

import io
import zipfile
from collections.abc import Callable, Mapping

import pytest
import zstandard

from tests.folders import GOLDEN_LOGS
from tests.service.asker import Service

LOG = (GOLDEN_LOGS / "boon-1.jsonl").read_bytes()
CUP = "tournament.jsonl"
KIND = "application/octet-stream"
ASKED = ("/v1/verifications", "/v1/replays")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of some files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


UPLOADS: Mapping[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a letter": lambda: b"A letter to my aunt\n",
    "no text": lambda: b"\xff" * 100,
    "good but for its signature": lambda: LOG,
    "edited": lambda: LOG.replace(b"boon", b"bxxn"),
    "cut off": lambda: LOG[:-100],
    "compressed": lambda: zstandard.compress(LOG),
    "compressed and cut off": lambda: zstandard.compress(LOG)[:-100],
    "a bomb": lambda: zstandard.compress(LOG + b" " * (50 << 20)),
    "a zip of no cup": lambda: zipped({"a": b""}),
    "a zip that is a bomb": lambda: zipped({CUP: b" " * (50 << 20)}),
    "a zip that is cut off": lambda: zipped({CUP: LOG})[:-10],
    "a zip with a table for a cup": lambda: zipped({CUP: LOG, "tables/t1.jsonl": LOG}),
    "a damaged zip": lambda: zipped({CUP: LOG}).replace(b"PK\1\2", b"PK\1\3"),
}


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("name", UPLOADS)
def test_no_answer_names_a_file_of_the_server(service: Service, name: str, path: str) -> None:
    answer = service.nobody.ask("POST", path, raw=UPLOADS[name](), kind=KIND)
    assert answer.status_code in (200, 422), answer.text
    shared = service.parts.verifiers.spool.shared
    for folder in (shared, shared.resolve(), "/tmp", "verifications/", "Traceback"):
        assert str(folder) not in answer.text
