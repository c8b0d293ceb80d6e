"""Answers are compressed as the client asks, but for those that could be guessed by their length.

What a secret is beside text that somebody else has chosen must not be compressed: the more alike
they are, the shorter is the answer. So no answer that is meant for whoever asks alone is (their
cards stand beside names and texts of others), and none to anything but a read: those to commands
show tokens, codes and hands. Streams are not, since each message goes out at once.
"""

from flask import Flask, Response
from flask_compress import Compress  # alive since 2013; gzip, br and zstd, Vary and ETags

from service.wire.current import current_request

LEAST = 1024  # bytes
KINDS = (
    "application/json", "application/openmetrics-text", "application/problem+json",
    "application/x-ndjson", "image/svg+xml", "text/css", "text/html", "text/javascript",
    "text/markdown", "text/plain",
)  # fmt: skip


def install_compression(app: Flask) -> None:
    """Compress answers of an app."""
    app.config |= {
        "COMPRESS_REGISTER": False,
        "COMPRESS_MIMETYPES": KINDS,
        "COMPRESS_MIN_SIZE": LEAST,
        "COMPRESS_STREAMS": False,
        "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # `is_known` does that
        "COMPRESS_ALGORITHM": ("zstd", "br", "gzip"),
    }
    own = Compress()
    own.init_app(app)

    def compress_safely(response: Response) -> Response:
        return own.after_request(response) if _is_safe(response) else response

    app.after_request(compress_safely)


def _is_safe(response: Response) -> bool:
    """Say whether the length of an answer may tell how much of it is alike."""
    request = current_request()
    if request.method not in ("GET", "HEAD") or response.mimetype not in KINDS:
        return False
    is_own = response.headers.get("Cache-Control", "").startswith("private")
    return not (is_own and "Authorization" in request.headers)
