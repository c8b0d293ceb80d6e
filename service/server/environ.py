"""A request as WSGI apps get it (PEP 3333), from the scope that granian makes of it."""

import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

NAMES: dict[bytes, str] = {}  # header -> its name in the environment, of those seen often
MOST_NAMES = 256  # whoever invents headers fills no memory
BASE: Mapping[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,  # ends where the body ends, also without a Content-Length
}


def environ_of(scope: Mapping[str, Any]) -> dict[str, Any]:
    """Return the environment of a request, all but its body."""
    path: bytes = scope["raw_path"]
    environ = {
        **BASE,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": scope["server"][1],
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.url_scheme": scope["scheme"],
    }
    for header, value in scope["headers"]:
        name, text = NAMES.get(header) or _environ_key(header), value.decode("latin-1")
        if name not in environ:
            environ[name] = text
        elif name:
            environ[name] += (";" if name == "HTTP_COOKIE" else ",") + text
    environ.pop("", None)
    return environ


def _environ_key(header: bytes) -> str:
    """Return the name of a header in the environment; empty for one that could pose as another."""
    if b"_" in header:
        return ""
    name = header.decode("latin-1").upper().replace("-", "_")
    if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        name = f"HTTP_{name}"
    if len(NAMES) < MOST_NAMES:
        NAMES[header] = name
    return name
