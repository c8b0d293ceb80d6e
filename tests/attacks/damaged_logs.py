"""A corpus of damaged logs, made anew in every run, with the verdicts that both verifiers owe.

Every log is damaged once. What the holder of the server's key can make to fit (seals, chain, the
signed last line) fits again, so only what the bytes and the rules say is left to find the lie.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import orjson

from events.record.chain import canonical_json, first_head, next_head
from events.record.logfile import end_message
from games import OWN
from tests.beacons import chain
from tests.events.disputes.case import a_case
from tests.events.forge import Forged, another, inside, kinds_of_places, pieces
from tests.events.tournaments.cup import ruled as ruled_cup
from tests.events.verify.test_mutations import is_free
from tests.fairness.second import NOBLE
from tests.fairness.tables import SIGNER, played, ruled, text_of
from tests.games.every import checks_of

EITHER = "either"
UNFIT = (AttributeError, TypeError, ValueError)  # what has no salt, or no data, has no seal
GAMES = sorted(game.name for game in OWN)
# What only the rules can tell: the verifier in JavaScript knows none, so it may say either.
RULES = [
    rf"^({'|'.join(GAMES)})\.",  # fields of play, each of its kind
    r"^table\.(closed|finished)\.v1\.e\.data\.",  # what the game came to
    r"^table\.opened\.v1\.e\.data\.(options|clock)\.",  # bounds of options, time for a turn
    r"^table\.timed_out\.v1\.e\.data\.deadline$",  # when the turn began
    r"^table\.ruled\.v1\.e\.(data|cause\.action)",  # which hands there were
]


class DamagedLog(NamedTuple):
    """A log with the verdict that each verifier must give.

    Attributes:
        name: what was done to it.
        ours: ``good`` or ``bad``, of ``fairdeal verify``; EITHER where no rule forbids it as such,
            as another time that is still in order.
        theirs: the same, of the verifier in JavaScript; EITHER too where only the rules tell.
    """

    name: str
    text: bytes
    ours: str
    theirs: str


@cache
def log_text(name: str) -> bytes:
    """Return a sound log: of a game, or one with something that few have."""
    game, _, more = name.partition(" with ")
    if more == "a beacon":
        return text_of(played(game, 3, beacon=chain()._asdict()))
    if more == "rulings":
        return text_of(ruled(game, 3))
    return text_of(played(game, checks_of(game).seed, signing=more == "signatures"))


LOGS = (*GAMES, "boon with signatures", "boosh with a beacon", "boon with rulings")


def of_another_kind(value: Any) -> Any:
    """Return a value that is of another kind."""
    if value is None:
        return [[]]
    if isinstance(value, bool):
        return 1
    if isinstance(value, int):
        return "x"
    if isinstance(value, str):
        return 7
    return {"0": 1} if isinstance(value, list) else [1]


def changed_logs(share: int, luck: random.Random) -> Iterator[DamagedLog]:
    """Yield logs of which one value is another: each `share`th kind of place, in each way."""
    for name in LOGS:
        whole = pieces(log_text(name))
        kinds = [*kinds_of_places(whole).items()]
        for kind, (index, place) in kinds[luck.randrange(share) :: share]:
            for way in (another, of_another_kind):
                log = whole.with_own(index)
                box, key = inside(log.events[index], place)
                box[key] = way(box[key])
                try:
                    text = resigned(log, reseal=".e.seals" not in kind)
                except UNFIT:
                    continue
                yield DamagedLog(f"{name}: {kind} {way.__name__}", text, *owed(kind, way))


def changed_other_logs(share: int, luck: random.Random) -> Iterator[DamagedLog]:
    """Yield logs of disputes and of a tournament of which one value is of another kind."""
    for name, text in {"disputes": a_case().text(), "a tournament": ruled_cup().text()}.items():
        whole = pieces(text)
        yield DamagedLog(f"{name}: as it is", text, "good", "good")
        kinds = [*kinds_of_places(whole).items()]
        for kind, (index, place) in kinds[luck.randrange(share) :: share]:
            log = whole.with_own(index)
            box, key = inside(log.events[index], place)
            box[key] = of_another_kind(box[key])
            try:
                damaged = resigned(log, reseal=".e.seals" not in kind)
            except UNFIT:
                continue
            theirs = EITHER if ".settings." in kind else "bad"  # of a tournament: its rules
            yield DamagedLog(f"{name}: {kind}", damaged, "bad", theirs)


def owed(kind: str, way: Callable[[Any], Any]) -> tuple[str, str]:
    """Return the verdicts that a value changed in this way must get."""
    if way is of_another_kind and ".p.hand.data.bot." not in kind:
        return "bad", "bad"
    if is_free(kind) or re.search(r"\.beacon\.(chain|hash)$", kind):  # of which nobody knows
        return EITHER, EITHER
    is_unseen = kind.endswith(".beacon.public_key") and not NOBLE.exists()
    return "bad", EITHER if is_unseen or any(re.search(one, kind) for one in RULES) else "bad"


def resigned(log: Forged, *, reseal: bool = True) -> bytes:
    """Return a log that the holder of the key has made to fit and signed."""
    return b"".join(log.rechained(reseal=reseal).signed().lines())


# Named lies, each of the holder of the key


def index_of(log: Forged, name: str, nth: int = 0) -> int:
    """Return the index of the nth event whose type ends with a name."""
    found = [k for k, event in enumerate(log.events) if event["e"]["type"].endswith(f"{name}.v1")]
    return found[nth]


def public(log: Forged, name: str, nth: int = 0) -> dict[str, Any]:
    """Return the public part of that event."""
    part: dict[str, Any] = log.events[index_of(log, name, nth)]["e"]
    return part


def acted(log: Forged) -> dict[str, Any]:
    """Return the public part with which an action of a player begins, in the middle of play."""
    parts: list[dict[str, Any]] = [event["e"] for event in log.events]
    own = [one for one in parts if isinstance(one["cause"], dict) and one["by"][:7] == "player:"]
    of_play = [one for one in own if one["cause"]["seat"] is not None]
    return of_play[len(of_play) // 2]


def followed(log: Forged) -> dict[str, Any]:
    """Return the public part of an event in the middle of a command."""
    parts: list[dict[str, Any]] = [event["e"] for event in log.events[20:]]
    return next(part for part in parts if isinstance(part["cause"], int))


def as_another_seat(log: Forged) -> None:
    """Let who holds one seat act for another."""
    action = acted(log)
    names = {event["e"]["by"] for event in log.events if event["e"]["by"].startswith("player:p")}
    action["by"] = min(names - {action["by"]})
    for event in log.events:
        if event["e"]["cause"] == action["n"]:
            event["e"]["by"] = action["by"]


def by(name: str, who: str) -> Callable[[Forged], None]:
    """Return the lie that somebody else asked for a command."""

    def lie(log: Forged) -> None:
        first = public(log, name)
        for event in log.events:
            if event["e"] is first or event["e"]["cause"] == first["n"]:
                event["e"]["by"] = who

    return lie


def seated_twice(log: Forged) -> None:
    """Let one player take two seats."""
    first, second = public(log, "seat_taken"), public(log, "seat_taken", 1)
    second["by"], second["data"]["player"] = first["by"], first["data"]["player"]


def seat_given_twice(log: Forged) -> None:
    """Let two take one seat."""
    second = public(log, "seat_taken", 1)
    second["data"]["seat"] = second["cause"]["action"]["seat"] = 0


def sealed_to_others(log: Forged) -> None:
    """Seal to nobody what a seat knows."""
    for event in log.events:
        if "0" in event["e"]["seals"]:
            for box in (event["e"]["seals"], event["p"]):
                box["table"] = box.pop("0")
            return


def sealed_besides(log: Forged) -> None:
    """Seal something more, which nobody may ever see, in an event without secrets."""
    public(log, "seat_taken")["seals"]["table"] = "00" * 32


def field_besides(log: Forged) -> None:
    """Seal one more field beside the secret of the table."""
    log.events[0]["p"]["table"]["data"]["more"] = 1


def in_cause(**words: Any) -> Callable[[Forged], None]:
    """Return the lie of an action whose cause says something else."""
    return lambda log: acted(log)["cause"].update(words)


def in_data(name: str, **words: Any) -> Callable[[Forged], None]:
    """Return the lie of an event with other data."""
    return lambda log: public(log, name)["data"].update(words)


def ended_by(name: str, why: str, who: str) -> Callable[[Forged], None]:
    """Return the lie that play was broken off by such a command."""

    def lie(log: Forged) -> None:
        last = log.events[-1]["e"]
        n = last["cause"] if isinstance(last["cause"], int) else last["n"]
        del log.events[n - 1 :]
        action = {"action": {"type": name}, "last": n, "seat": None}
        end = {"at": log.events[-1]["e"]["at"], "by": who, "cause": action, "n": n, "seals": {}}
        data = {"places": [], "scores": [], "why": why}
        log.events.append({"e": {**end, "data": data, "type": "table.closed.v1"}, "p": None})

    return lie


LIES: dict[str, tuple[str, Callable[[Forged], Any]]] = {  # the log, and what is done to it
    "a cause with one field more": ("boosh", in_cause(more=1)),
    "a cause without its action": ("boosh", lambda log: acted(log)["cause"].pop("action")),
    "a cause without its last event": ("boosh", lambda log: acted(log)["cause"].pop("last")),
    "a last event that is no number": ("boosh", in_cause(last="9")),
    "a last event that is true": ("boosh", in_cause(last=True)),
    "a last event before the first": ("boosh", in_cause(last=1)),
    "a last event behind the log": ("boosh", in_cause(last=9999)),
    "a last event too late": ("boosh", lambda log: acted(log)["cause"].update(
        last=acted(log)["cause"]["last"] + 1)),
    "a cause that is a list": ("boosh", lambda log: acted(log).update(cause=[])),
    "no cause": ("boosh", lambda log: acted(log).update(cause=None)),
    "a cause that is true": ("boosh", lambda log: followed(log).update(cause=True)),
    "the cause of another command": ("boosh", lambda log: followed(log).update(cause=1)),
    "a later time within a command": ("boosh", lambda log: followed(log).update(
        at=followed(log)["at"] + 1)),
    "somebody else within a command": ("boosh", lambda log: followed(log).update(by="server")),
    "an action of no seat": ("boosh", in_cause(seat=None)),
    "an action of a seat that is not there": ("boosh", in_cause(seat=40)),
    "an action of a seat that is true": ("boosh", in_cause(seat=True)),
    "an action of a bot that is a player": ("boosh", in_cause(bot=True)),
    "an action of another game": ("boosh", in_cause(action={"type": "take_all"})),
    "an action without a name": ("boosh", in_cause(action={})),
    "a command of the table for a seat": ("boosh", lambda log: public(log, "seat_taken")[
        "cause"].update(seat=0)),
    "a second opening": ("boosh", in_cause(action={"type": "table.open"}, seat=None)),
    "data that is a list": ("boosh", lambda log: acted(log).update(data=[])),
    "data with one field more": ("boosh", lambda log: acted(log)["data"].update(more=1)),
    "a seat that is true": ("boosh", lambda log: acted(log)["data"].update(seat=True)),
    "a seat that is a text": ("boosh", lambda log: acted(log)["data"].update(seat="0")),
    "a seat that is not there": ("boosh", lambda log: acted(log)["data"].update(seat=40)),
    "a commitment that is a number": ("boosh", in_data("seat_taken", commitment=1)),
    "entropies that are an object": ("boosh", in_data("entropy_closed", entropies={})),
    "withheld seats that are texts": ("boosh", in_data("entropy_closed", withheld=["0"])),
    "a closing that is no text": ("boosh", lambda log: public(log, "entropy_revealed")["cause"][
        "action"].update(closing=1)),
    "a start that says more": ("boosh", in_data("started", entropies=[])),
    "places that are texts": ("boosh", in_data("table.closed", places=["1", "2"])),
    "an action by a player who holds another seat": ("boosh", as_another_seat),
    "an action by nobody who sits": ("boosh", lambda log: acted(log).update(by="player:zoe")),
    "an action by the clock": ("boosh", lambda log: acted(log).update(by="clock")),
    "by a list": ("boosh", lambda log: acted(log).update(by=["clock"])),
    "a time-out by a player": ("boosh", by("timed_out", "player:p0")),
    "a seat taken by another": ("boosh", by("seat_taken", "player:zoe")),
    "a start by nobody who sits": ("boosh", by("start_called", "player:zoe")),
    "a start by a bot": ("boon", by("start_called", "seat:4")),
    "a withdrawal in play": ("boosh", ended_by("table.close", "withdrawn", "player:p0")),
    "an expiry in play": ("boosh", ended_by("table.expire", "expired", "clock")),
    "an abort in play": ("boosh", ended_by("table.abort", "beacon_failed", "clock")),
    "an end by nobody's command": ("boosh", in_data("table.closed", why="withdrawn")),
    "an opening by another": ("boosh", by("opened", "player:zoe")),
    "one who leaves by another": ("boon", by("handed_to_bot", "player:zoe")),
    "a ruling by one who sits": ("boon with rulings", by("ruled", "player:p0")),
    "another policy of a time-out": ("boosh", in_data("timed_out", policy="forfeit")),
    "another policy than there are": ("boosh", in_data("opened", on_time_out="wait")),
    "another way of revealing": ("boosh", in_data("opened", reveal="never")),
    "a time-out before its deadline": ("boosh", in_data("timed_out", deadline=2**52)),
    "a time-out of another seat": ("boosh", lambda log: public(log, "timed_out")["data"].update(
        seat=1 - public(log, "timed_out")["data"]["seat"])),
    "one player in two seats": ("boosh", seated_twice),
    "two in one seat": ("boosh", seat_given_twice),
    "a bot of another level in a player's seat": ("boon", in_data("handed_to_bot", bot="expert")),
    "a clock of no time": ("boosh", in_data("opened", clock={"bank": 0, "turn": 0})),
    "a clock that says more": ("boosh", in_data("opened", clock={"bank": 1, "more": 1, "turn": 9})),
    "an option more": ("boosh", lambda log: public(log, "opened")["data"]["options"].update(
        more=1)),
    "a part under another audience": ("boosh", sealed_to_others),
    "a part besides": ("boosh", sealed_besides),
    "a field besides in a part": ("boosh", field_besides),
    "a seal that is no hash": ("boosh", lambda log: public(log, "seat_taken")["seals"].update(
        {"0": "x"})),
    "seals that are a list": ("boosh", lambda log: public(log, "seat_taken").update(seals=[])),
    "a type that nobody knows": ("boosh", lambda log: acted(log).update(type="boosh.cheered.v1")),
    "an event of another game": ("boosh", lambda log: acted(log).update(type="boon.passed.v1")),
    "a last line before the last event": ("boosh", lambda log: log.end.update(at=1)),
    "a last line with one field more": ("boosh", lambda log: log.end.update(more=1)),
    "a last line that is complete by a number": ("boosh", lambda log: log.end.update(complete=1)),
    "a name of more than plain letters": ("boosh", lambda log: acted(log)["data"].update(
        {"\u00e4": 1})),
}  # fmt: skip


def lied_logs() -> Iterator[DamagedLog]:
    """Yield a log for each named lie; the bytes alone refute all of them."""
    for name, (base, lie) in LIES.items():
        log = pieces(log_text(base))
        lie(log)
        text = resigned(log, reseal=name != "a seal that is no hash")
        yield DamagedLog(name, text, "bad", "bad")


# Bytes that no writer of logs makes


def in_line(number: int, old: bytes, new: bytes) -> Callable[[list[bytes]], Any]:
    """Return a change of one line of the file."""
    return lambda lines: lines.__setitem__(number, lines[number].replace(old, new, 1))


def in_event(old: str, new: bytes) -> Callable[[list[bytes]], Any]:
    """Return a change of the bytes of event 1 behind which the chain is made anew."""

    def change(lines: list[bytes]) -> None:
        head = first_head(orjson.loads(lines[0])["table"])
        for at, line in enumerate(lines[1:-1], 1):
            row = orjson.loads(line)
            e = row["e"].encode()
            if at == 1:
                assert old.encode() in e
                e = e.replace(old.encode(), new, 1)
            head = next_head(head, e)
            text = e.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
            rest = canonical_json({"h": head.hex(), "p": row["p"]})
            lines[at] = b'{"e":"' + text + b'",' + rest[1:] + b"\n"
        end = orjson.loads(lines[-1]) | {"head": head.hex()}
        end["signature"] = SIGNER.sign(end_message(end))
        lines[-1] = canonical_json(end) + b"\n"

    return change


RAW: dict[str, Callable[[list[bytes]], Any]] = {
    "a byte order mark": lambda lines: lines.insert(0, b"\xef\xbb\xbf" + lines.pop(0)),
    "lines that end as on Windows": lambda lines: lines.__setitem__(
        slice(None), [line[:-1] + b"\r\n" for line in lines]),
    "an empty line": lambda lines: lines.insert(3, b"\n"),
    "something behind the last line": lambda lines: lines.append(b"{}\n"),
    "the last line twice": lambda lines: lines.append(lines[-1]),
    "no end of the last line": lambda lines: lines.__setitem__(-1, lines[-1][:-1]),
    "nothing": lambda lines: lines.clear(),
    "a space": in_line(0, b":", b": "),
    "a field twice": in_line(0, b"{", b'{"format":"fairdeal/log/1",'),
    "a header that is a list": lambda lines: lines.__setitem__(0, b"[]\n"),
    "bytes that are no text in an event": in_event('"player:', b'"player:\xff'),
    "half a character in an event": in_event('"private":', b'"prefix":"\\ud800","private":'),
    "a text that could be shorter": in_event('"clock"', b'"\\u0063lock"'),
    "a number with a fraction": in_event('"turn":20', b'"turn":20.0'),
    "a number in powers": in_event('"turn":20', b'"turn":2e1'),
    "a number below nothing": in_event('"spectator_delay":0', b'"spectator_delay":-0'),
    "a number that none can hold": in_event('"turn":20', b'"turn":9007199254740993'),
}  # fmt: skip


def raw_logs() -> Iterator[DamagedLog]:
    """Yield a log for each damage of bytes."""
    for name, damage in RAW.items():
        lines = log_text("boosh").splitlines(keepends=True)
        damage(lines)
        yield DamagedLog(name, b"".join(lines), "bad", "bad")


def damaged_logs(share: int, seed: object) -> Iterator[DamagedLog]:
    """Yield the corpus; of changed values each `share`th, which ones follows from the seed."""
    for name in LOGS:
        yield DamagedLog(f"{name}: as it is", log_text(name), "good", "good")
    yield from raw_logs()
    yield from lied_logs()
    yield from changed_logs(share, random.Random(f"{seed} damaged"))
    yield from changed_other_logs(share, random.Random(f"{seed} others"))
