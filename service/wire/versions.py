"""Texts that change with the server alone: each has an ETag, and a path where it stays as it is."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from flask import Response

from service.wire.requests import is_known

FOR_A_WHILE = "public, max-age=300"  # until another version of the server is noticed
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class VersionedText:
    """A text as it is with this version of the server."""

    data: bytes
    kind: str  # of media

    @cached_property
    def id(self) -> str:
        """Return its name: the beginning of its SHA-256."""
        return hashlib.sha256(self.data).hexdigest()[:16]

    def answer(self, cache_control: str = FOR_A_WHILE, **headers: str) -> Response:
        """Return it, or that the caller has it; `kept`: how long it need not be asked for again."""
        own, tag = self.id, f'"{self.id}"'
        own_headers = {
            "Cache-Control": cache_control,
            "Content-Location": f"/v1/versions/{own}",
            "ETag": tag,
        }
        own_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        if is_known(tag):
            return Response(status=304, headers=own_headers)
        return Response(self.data, headers=own_headers, content_type=self.kind)
