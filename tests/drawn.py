"""Print what a process draws from every source of chance that the product uses."""

import random
import secrets
import uuid

from nacl.signing import SigningKey

from events.record.codec import random_salt


def drawn() -> list[str]:
    """Return a value of each source."""
    return [
        random_salt().hex(),
        secrets.token_hex(16),
        secrets.token_urlsafe(16),
        secrets.token_bytes(16).hex(),
        str(random.SystemRandom().getrandbits(128)),
        str(uuid.uuid4()),
        bytes(SigningKey.generate()).hex(),
    ]


if __name__ == "__main__":
    print(*drawn())
