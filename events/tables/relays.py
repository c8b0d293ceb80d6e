"""Beacons that this server follows: their chains, and the relays that serve the rounds over HTTP.

A relay is trusted with nothing: the rules check what it says. What it says late, play waits for.
"""

import logging
import re
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http.client import HTTPException
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

import orjson

from events.settings.table import BEACON_CHAIN, BEACON_RELAYS
from games.core.fairness.beacon import KNOWN, SCHEME, BeaconChain, chain_of

RELAY = re.compile(r"https?://[^\s/]+[^\s]*[^\s/]")
LONGEST = 10_000  # bytes of an answer
TIMEOUT = 3.0  # seconds for each step of an answer
PROBE_AT_MOST = 1.0  # seconds for which somebody waits who asks whether any relay answers
PROBE_HOLDS = 60.0  # seconds for which that is believed
AT_MOST = 5.0  # seconds after which no other relay is asked

NO_ANSWER = (OSError, HTTPException, ValueError, LookupError, TypeError)

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
            signature = _signature_from_relay(relay, chain, number, TIMEOUT)
        except NO_ANSWER as error:
            logger.warning("Relay %s has no round %d of %s: %r", relay, number, chain.chain, error)
            continue
        if chain.has_signed(number, signature):
            return signature
        logger.warning(
            "Relay %s gave a wrong signature for round %d of %s", relay, number, chain.chain
        )
    return None


class RelayProbe:
    """Whether any relay serves the newest rounds of a chain: asked once a minute, and quickly."""

    def __init__(self, relays: Sequence[str]) -> None:
        self.relays = relays
        self.found: dict[str, tuple[float, bool]] = {}  # by hash of a chain: until when, and what
        self.first = Lock()  # held by who asks while nothing is known

    def is_served(self, chain: BeaconChain, now: int) -> bool:
        """Say whether a relay answers; `now` is the time of the store in milliseconds."""
        known = self.found.get(chain.hash)
        if known is None:
            with self.first:
                known = self.found.get(chain.hash)
                return self._ask_again(chain, now) if known is None else known[1]
        if time.monotonic() < known[0]:
            return known[1]
        self.found[chain.hash] = (time.monotonic() + PROBE_HOLDS, known[1])  # by others, meanwhile
        return self._ask_again(chain, now)

    def _ask_again(self, chain: BeaconChain, now: int) -> bool:
        """Ask the relays, and keep what they say for a while."""
        is_served = bool(self.relays) and self._ask_all(chain, now)
        self.found[chain.hash] = (time.monotonic() + PROBE_HOLDS, is_served)
        return is_served

    def _ask_all(self, chain: BeaconChain, now: int) -> bool:
        """Ask all relays at once for a round that was due a period ago; wait for the first."""
        number, answers = chain.first_due(now - 2_000 * chain.period), SimpleQueue[bool]()
        for relay in self.relays:  # not in a pool, which would wait for the slowest at its end
            ask = partial(_answer_probe, relay, chain, number, answers.put)
            Thread(target=ask, daemon=True).start()
        end = time.monotonic() + PROBE_AT_MOST
        for _ in self.relays:
            try:
                if answers.get(timeout=max(0.0, end - time.monotonic())):
                    return True
            except Empty:
                break
        logger.warning("No relay answers for %s: tables are opened without a beacon", chain.chain)
        return False


def _answer_probe(
    relay: str, chain: BeaconChain, number: int, report: Callable[[bool], None]
) -> None:
    """Report whether a relay has a round."""
    try:
        report(chain.has_signed(number, _signature_from_relay(relay, chain, number, PROBE_AT_MOST)))
    except NO_ANSWER:
        report(False)


def _signature_from_relay(relay: str, chain: BeaconChain, number: int, timeout: float) -> str:
    """Return the signature in the answer of a relay; an error of many kinds if there is none."""
    url = f"{relay}/{chain.hash}/public/{number}"
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        body: Any = orjson.loads(answer.read(LONGEST))
    if body["round"] != number or type(body["signature"]) is not str:
        raise ValueError("it is of another round")
    return str(body["signature"])
