"""Beacons that this server follows: their chains, and the relays that serve the rounds over HTTP.

A relay is trusted with nothing: the rules check what it says. What it says late, play waits for.
"""

import logging
import re
import time
import urllib.request
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any

import orjson

from events.settings.table import BEACON_CHAIN, BEACON_RELAYS
from games.core.fairness.beacon import KNOWN, SCHEME, BeaconChain, chain_of

RELAY = re.compile(r"https?://[^\s/]+[^\s]*[^\s/]")
LONGEST = 10_000  # bytes of an answer
TIMEOUT = 3.0  # seconds for each step of an answer
AT_MOST = 5.0  # seconds after which no other relay is asked

logger = logging.getLogger("fairdeal.beacon")


def configured_relays() -> tuple[str, ...]:
    """Return the relays of FAIRDEAL_BEACON_RELAYS, or exit saying what is wrong."""
    relays = tuple(one.rstrip("/") for one in BEACON_RELAYS.value())
    for relay in relays:
        if not RELAY.fullmatch(relay):
            raise BEACON_RELAYS.wrong(
                f"`{relay}` is no address of a relay. Write"
                " `https://api.drand.sh`, several with commas between them"
            )
    return relays


def followed_chains() -> Mapping[str, BeaconChain]:
    """Return the chains that tables may be opened with, by name: none without a relay."""
    path = BEACON_CHAIN.text
    if not configured_relays():
        return {}
    own = [] if not path else [_read_chain_info(Path(path))]
    return {**KNOWN, **{chain.chain: chain for chain in own}}


def _read_chain_info(path: Path) -> BeaconChain:
    """Return the chain that a relay's `/info` describes, or exit saying what is wrong."""
    try:
        info = orjson.loads(path.read_bytes())
        chain = chain_of(
            {
                "chain": info["metadata"]["beaconID"],
                "hash": info["hash"],
                "public_key": info["public_key"],
                "genesis": info["genesis_time"],
                "period": info["period"],
            }
        )
        scheme = info["schemeID"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BEACON_CHAIN.wrong(f"{path} describes no chain: {error}") from None
    if chain is None or scheme != SCHEME or KNOWN.get(chain.chain, chain) != chain:
        why = f"it must be what a relay answers to GET /<hash>/info, of the scheme {SCHEME}"
        raise BEACON_CHAIN.wrong(f"{path} describes no chain that we know: {why}")
    return chain


def fetch_round_signature(relays: Sequence[str], chain: BeaconChain, number: int) -> str | None:
    """Return the signature of a round from the first relay that has it; None: none has it now."""
    begin = time.monotonic()
    for relay in relays:
        if time.monotonic() - begin > AT_MOST:
            break
        try:
            signature = _signature_from_relay(f"{relay}/{chain.hash}/public/{number}", number)
        except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
            logger.warning("Relay %s has no round %d of %s: %r", relay, number, chain.chain, error)
            continue
        if chain.has_signed(number, signature):
            return signature
        logger.warning(
            "Relay %s gave a wrong signature for round %d of %s", relay, number, chain.chain
        )
    return None


def _signature_from_relay(url: str, number: int) -> str:
    """Return the signature in the answer of a relay; an error of many kinds if there is none."""
    with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
        body: Any = orjson.loads(answer.read(LONGEST))
    if body["round"] != number or type(body["signature"]) is not str:
        raise ValueError("it is of another round")
    return str(body["signature"])
