"""Beacons for tests: a chain whose key is known here, and a relay of it on loopback."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from games.core.fairness.beacon import DOMAIN, SCHEME, BeaconChain, round_randomness
from tests.loopback import answering

KEY = Scalar(20_240_229)
GENESIS = 1_600_000_000  # seconds

# Rounds of quicknet as drand's relays serve them.
QUICKNET_ROUNDS = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
    12040883: "929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec8"
    "95bb6868e5b9ff13ab289bdb5266b394",
    32285085: "81dbce51d584d90d618547f4b50391d53ace6f6b9aeb8fb67e1879427af9d031"
    "0ac0ec6f519271d9a313ee84b378d416",
}


def chain(name: str = "test", key: Scalar = KEY, period: int = 3) -> BeaconChain:
    """Return a chain whose key is known here."""
    public = bytes((G2Point() * key).to_compressed_bytes()).hex()
    return BeaconChain(name, hashlib.sha256(public.encode()).hexdigest(), public, GENESIS, period)


def signed(number: int, key: Scalar = KEY) -> str:
    """Return the signature of a round by a key."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return bytes((G1Point.hash_to_curve(message, DOMAIN) * key).to_compressed_bytes()).hex()


def info(of: BeaconChain) -> dict[str, Any]:
    """Return what a relay says of a chain."""
    return {
        "public_key": of.public_key,
        "period": of.period,
        "genesis_time": of.genesis,
        "hash": of.hash,
        "groupHash": "00" * 32,
        "schemeID": SCHEME,
        "metadata": {"beaconID": of.chain},
    }


@dataclass
class Relay:
    """A relay; `away`: it answers nothing, `lies`: it signs with another key."""

    chain: BeaconChain
    url: str = ""
    away: bool = False
    lies: bool = False
    asked: list[str] = field(default_factory=list)

    def answer(self, path: str) -> bytes | None:
        """Return what is served at a path."""
        self.asked.append(path)
        start, _, number = path.rpartition("/")
        if self.away or start != f"/{self.chain.hash}/public":
            return None
        signature = signed(int(number), Scalar(7) if self.lies else KEY)
        found = {
            "round": int(number),
            "randomness": round_randomness(signature),
            "signature": signature,
        }
        return json.dumps(found).encode()


@contextmanager
def serving(relay: Relay) -> Iterator[Relay]:
    """Serve a relay at its `url`."""
    with answering(lambda path: relay.answer(path)) as relay.url:  # noqa: PLW0108  # may be patched
        yield relay
