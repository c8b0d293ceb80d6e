"""Codes that people hand on or write down: letters and digits in groups of four."""

import base64

GROUP = 4  # letters between two dashes


def format_code(secret: bytes) -> str:
    """Return bytes as a code: ``k3fp-7q2m``."""
    text = base64.b32encode(secret).decode().rstrip("=").lower()
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def canonical_code(code: str) -> str:
    """Return what counts of a code, however it was written: dashes, spaces, case do not."""
    return "".join(code.replace("-", "").split()).lower()
