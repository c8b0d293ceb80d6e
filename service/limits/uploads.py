"""Log files that are sent as a body."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from service.limits.admission import hold_quota_share
from service.limits.verifiers import Verifiers
from service.wire.problems import NOT_LOG_TYPE, content_too_large
from service.wire.requests import require_all

TYPES = ("application/jsonl", "application/x-ndjson", "application/octet-stream")


def require_log_type() -> None:
    """Refuse a body that does not say that it is a log file."""
    if request.mimetype not in TYPES:
        raise NOT_LOG_TYPE()


@contextmanager
def spool_upload(own: Verifiers, *, is_account: bool = True) -> Iterator[Path]:
    """Keep the log file that is sent for a while, or refuse it where it is too large.

    Without an account a smaller one is too large, if it is for accounts that the size is meant.
    """
    most = own.limit if is_account else min(own.limit, own.anonymous_limit)
    request.max_content_length = most + 1  # one more tells what is sent in chunks
    try:
        if (request.content_length or 0) > most:
            raise RequestEntityTooLarge
        with hold_quota_share("uploads", None), own.upload(request.stream, most) as path:
            require_all(path.stat().st_size, request.content_length)
            yield path
    except RequestEntityTooLarge:
        raise content_too_large(most, own.limit) from None
