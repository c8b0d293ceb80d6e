"""Any JSON value in any place of any log: the verifier always ends with a verdict.

What was changed stands as it is, or is made to fit again and signed, as the holder of the key can;
parts are left out as they are from the log of a running or a sealed table.
"""

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import orjson
import pytest

from events.record.chain import canonical_json, first_head, next_head, seal_hash
from events.record.logfile import end_message
from events.verify.log import verify_log
from events.verify.report import Unreadable
from games import NEWEST
from tests.attacks.scale import scaled
from tests.beacons import chain
from tests.corpus import RUN
from tests.events.forge import Forged, inside, pieces, places, write_anew
from tests.fairness.tables import SIGNER, played, ruled, text_of
from tests.games.every import checks_of, of

SEED = RUN.seed  # every run tries others
PATIENT = 100  # times as many cases are tried until each verdict was given: 1 in 70 is unreadable
SECONDS = 20  # of processor time for one verdict; most take a few thousandths of one
LEFT_OUT = {"table": (), "hand": ("table",), "auditors": ("table", "hand")}
DEEP = {f"deep {depth}": b"[" * depth + b"]" * depth for depth in (20, 250, 260, 1000, 2000)}
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 53, 10**6, 2**31, 2**53 - 1, 2**53, 2**63, 2**64 - 1,
    -(2**63), 1.5, -0.0, 1e300, "", "x", "0", "-1", "hand", "table", "0+1", "ff" * 32, "0g" * 32,
    "00" * 16, "player:p0", "clock", "server", "table.start", "table.opened.v1", "\x00", "\x1b[2J",
    "\u2028", "\U0001f0a1", "9" * 5000, [], [[]], [None], [0], [0, 0, 0, 0], ["x"], [{}],
    list(range(300)), {}, {"type": []}, {"type": "table.start"}, {"table": {}}, {"": {}},
    {"hand": "ff" * 32}, {"0": "ff" * 32}, {"seat": 0}, {"\u00e4": 1}, {"a": {"a": {"a": 1}}},
    *DEEP,
)  # fmt: skip


@cache
def logs_of(game: str) -> list[bytes]:
    """Return short logs of a game: opened in each way, with what else there may be in one."""
    seed = checks_of(game).seed
    plain = [text_of(played(game, seed, reveal=reveal)) for reveal in LEFT_OUT]
    signed = text_of(played(game, seed, signing=True, reveal="auditors"))
    own = chain()._asdict()
    beacon = text_of(played(game, seed, beacon=own, reveal="hand"))
    withheld = text_of(played(game, seed, beacon=own, withheld=True))
    return [*plain, signed, text_of(ruled(game, seed)), beacon, withheld]


def rows_of(log: Forged) -> list[Any]:
    """Return all that stands in a log, line by line."""
    return [log.header, *log.events, log.end]


def changed(log: Forged, luck: random.Random) -> str:
    """Put a value into a place of a log, or another name or row into one of its boxes."""
    row = luck.choice(rows_of(log)[:: luck.choice((1, 1, -1))])
    place = luck.choice(list(places(row)))
    box, key = inside(row, place)
    value = orjson.loads(orjson.dumps(luck.choice(VALUES)))  # a later change must not reach it
    match luck.randrange(6):
        case 0 if isinstance(box, dict):
            del box[key]
        case 1 if isinstance(box, dict):
            box[luck.choice(("more", "signed", "bot", "hand", "0", "table", "cause"))] = value
        case 2:  # what stands somewhere else in a log is nearly right
            other = luck.choice(rows_of(log))
            there, name = inside(other, luck.choice(list(places(other))))
            box[key] = value = orjson.loads(canonical_json(there[name]))
        case _:
            box[key] = value
    return f"{value!r:.40} at {place}"


def raw(value: Any) -> bytes:
    """Return the JSON of a value, however deep."""
    text = canonical_json(value)
    if b'"deep ' in text:
        for word, deep in DEEP.items():
            text = text.replace(b'"%s"' % word.encode(), deep)
    return text


def fitted(log: Forged) -> None:
    """Make seals, heads and last line fit as far as they have a form in which they can."""
    head = first_head(str(log.header.get("table")))
    for event in log.events:
        public, private = event.get("e"), event.get("p")
        if isinstance(public, dict) and isinstance(private, dict):
            resealed(public.get("seals"), private)
        head = next_head(head, raw(public))
        event["h"] = head.hex()
    log.end.update({"n": len(log.events), "head": head.hex()})


def resealed(seals: Any, private: dict[str, Any]) -> None:
    """Make the seals of private parts fit."""
    for key, part in private.items() if isinstance(seals, dict) else ():
        if isinstance(part, dict) and isinstance(part.get("salt"), str) and "data" in part:
            try:
                seals[key] = seal_hash(bytes.fromhex(part["salt"]), part["data"])
            except ValueError:
                continue


def signed(log: Forged) -> None:
    """Sign the last line, if it has all that is signed."""
    if log.end.keys() >= {"table", "n", "head", "at", "complete"}:
        log.end["signature"] = SIGNER.sign(end_message(log.end))


def veil(log: Forged, luck: random.Random) -> None:
    """Leave parts out: of one kind, or each with some chance."""
    keys, share = luck.choice(list(LEFT_OUT.values())), luck.choice((0, 0, 0.1, 1))
    for event in log.events:
        private = event.get("p")
        if isinstance(private, dict):
            kept = {k: v for k, v in private.items() if k not in keys and luck.random() >= share}
            event["p"] = kept or None


def text(log: Forged) -> Iterator[bytes]:
    """Yield the lines of a file in which anything may stand."""
    yield raw(log.header) + b"\n"
    for event in log.events:
        row = {k: v if v is None or k == "h" else raw(v).decode() for k, v in event.items()}
        yield raw(row) + b"\n"
    yield raw(log.end) + b"\n"


def spoilt(game: str, luck: random.Random) -> tuple[str, bytes]:
    """Return what was done to a log, and the file."""
    log = pieces(luck.choice(logs_of(game)))
    if luck.random() < 0.4:  # of a table that still runs
        del log.events[luck.randrange(1, len(log.events)) :]
        log.end["complete"] = False
    if luck.random() < 0.6:
        veil(log, luck)
    what = [changed(log, luck) for _ in range(luck.choice((1, 1, 1, 2, 3)))]
    if luck.random() < 0.9:
        fitted(log)
        signed(log)
    return "; ".join(what), b"".join(text(log))


def share(game: str, cases: int) -> int:
    """Return how many of the cases are of a game: more where logs are short, as they are cheap."""
    cheap = {name: 1 / len(logs_of(name)[0]) for name in NEWEST}
    return round(cases * cheap[game] / sum(cheap.values()))


@contextmanager
def ended() -> Iterator[None]:
    """Fail what takes too much processor time."""

    def fail(*ignored: object) -> NoReturn:
        raise AssertionError(f"no verdict within {SECONDS} s")

    before = signal.signal(signal.SIGPROF, fail)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("game", [pytest.param(name, marks=of(name)) for name in NEWEST])
@scaled("cases", short=600, long=40_000)
def test_any_value_in_any_place_ends_with_a_verdict(game: str, cases: int, tmp_path: Path) -> None:
    path, verdicts = tmp_path / "log", {"good": 0, "bad": 0, "unreadable": 0}
    least = share(game, cases)
    for case in range(PATIENT * least):
        if case >= least and all(verdicts.values()):
            break
        what, file = spoilt(game, random.Random(f"{SEED} {game} {case}"))
        write_anew(path, file)
        try:
            with ended():
                report = verify_log(path, [SIGNER.public])
                verdicts[report.verdict] += 1
                assert report.as_text() and canonical_json(report.as_json())
        except Unreadable:
            verdicts["unreadable"] += 1
        except Exception as error:
            raise AssertionError(f"case {case} of {game}: {what}") from error
    assert all(verdicts.values()), verdicts


def typeless(log: Forged) -> None:
    """Name an action by a list, where no part is open."""
    acted = [event["e"]["cause"] for event in log.events if isinstance(event["e"]["cause"], dict)]
    acted[-1]["action"]["type"] = []


def seatless(log: Forged) -> None:
    """Open a table without a number of seats, and with one seal more."""
    log.events[0]["e"]["data"]["seats"] = None
    log.events[0]["e"]["seals"]["more"] = "00" * 32


def sealless(log: Forged) -> None:
    """Put a list in the place of the seals of the start."""
    started = next(event for event in log.events if event["e"]["type"] == "table.started.v1")
    started["e"]["seals"] = []


ODD = {"typeless": ("auditors", typeless), "seatless": ("auditors", seatless),
       "sealless": ("hand", sealless)}  # fmt: skip


def odd(name: str) -> bytes:
    """Return a log of which the verifier once made a traceback."""
    reveal, change = ODD[name]
    log = pieces(text_of(played("boosh", 3, reveal=reveal)))
    for event in log.events:
        kept = {} if reveal == "auditors" else dict(event["p"] or {})
        kept.pop("table", None)
        event["p"] = kept or None
    change(log)
    fitted(log)
    signed(log)
    return b"".join(text(log))


@pytest.mark.parametrize("name", ODD)
def test_a_log_with_an_odd_cause_seat_or_seal_is_bad(name: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(odd(name))
    report = verify_log(tmp_path / "log", [SIGNER.public])
    assert report.faults[0].kind in ("malformed", "wrong_cause", "illegal_action"), report.faults


@pytest.mark.parametrize("game", [pytest.param(name, marks=of(name)) for name in NEWEST])
def test_a_time_out_of_a_seat_that_is_not_there_is_bad_though_the_hand_is_sealed(
    game: str, tmp_path: Path
) -> None:
    """What follows from hidden facts is not judged there, so the seat was believed."""
    log = pieces(logs_of(game)[list(LEFT_OUT).index("auditors")])
    late = [event["e"] for event in log.events if event["e"]["type"] == "table.timed_out.v1"]
    assert late, "the table has no time-out"
    late[-1]["data"]["seat"] = 40
    for event in log.events:
        event["p"] = {
            k: v for k, v in (event.get("p") or {}).items() if k not in ("table", "hand")
        } or None
    fitted(log)
    signed(log)
    path = tmp_path / "log"
    write_anew(path, b"".join(text(log)))
    report = verify_log(path, [SIGNER.public])
    assert report.verdict == "bad"
    assert "of seat 40" in report.as_text()
