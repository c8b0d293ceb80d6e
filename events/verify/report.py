"""What the verifier says of a log: faults by a closed list of words, and a report."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypedDict

from events.record.chain import Head
from events.record.logfile import OF_DISPUTES, OF_TOURNAMENT, sound_events_text
from events.verify.groups import TableDeals
from games.core.type_hints.records import any_word_of
from games.core.words import count_phrase, printable_text

KINDS: Mapping[str, str] = {
    "cut": "events, or the signed last line, are missing at the end",
    "malformed": "a line does not have the form of a log file",
    "edited": "bytes were changed after they were written",
    "reordered": "events changed places",
    "dropped": "an event is missing between others",
    "duplicated": "an event is in the file twice",
    "inserted": "an event or a line does not belong in the file",
    "foreign": "an event, or the whole log, is of another table",
    "wrong_opening": "opened data does not fit its seal",
    "wrong_card": "a card does not follow from the seal or the shuffle",
    "wrong_secret": "a secret does not fit its seal, or a hand's does not follow from the table's",
    "wrong_audience": "a fact is sealed to the wrong readers",
    "withheld": "parts are missing that must be open",
    "unknown_type": "this version does not know a command or an event",
    "wrong_cause": "the record of a command does not fit its events",
    "wrong_event": "the rules make another event of this command",
    "wrong_result": "places, scores or the reason of the end do not follow from play",
    "illegal_action": "the rules refuse this command here",
    "wrong_holder": "somebody acted for a seat, or under a name, that was not theirs",
    "wrong_entropy": "an entropy does not fit its commitment, or was not used",
    "wrong_beacon": "a beacon's round is not the fixed one, or its chain did not sign it",
    "wrong_seed": "a bot's seed does not follow from the secret of its hand",
    "wrong_bot_move": "a bot's move is not the one that it chooses with its seed",
    "wrong_group": "tables of one deal group have different secrets",
    "shared_secret": "two deal groups have the same secret",
    "early_time_out": "a time-out, or the closing of the entropies, came before its time",
    "early_expiry": "an open table, or an invitation, expired before its time",
    "early_bot": "a bot acted before the table's pace allowed it",
    "late_action": "an action came at or after its deadline",
    "unsigned_action": "a player with a key did not sign an action, a seat or a start",
    "forged_action": "a signature of an action, a seat or a start does not fit story and key",
    "reused_signature": "a signature is older than the seat's last action, or than the closing",
    "time_reversed": "an event is earlier than the one before it",
    "after_close": "an event follows the close of the table",
    "wrong_end": "the signed last line contradicts the events",
    "unsigned": "the last line is not signed with the given key",
    "outside_validity": "a signature is dated outside the validity of its key",
    "forged_receipt": "a receipt is not signed with the given key",
    "foreign_receipt": "a receipt is of another table",
    "unproven_receipt": "a receipt contradicts the log, but no key was given to check it",
    "wrong_ruling": "the logs of a table and of its disputes tell of different rulings",
    "wrong_pairing": "a round does not follow from the tournament's rules and secret",
    "wrong_table": "a table is not the one that its tournament planned",
    "missing_table": "the log of a table of the tournament is missing",
    "wrong_standings": "the results do not follow from the logs of the tournament",
    "wrong_carry": "a table took over something else than the earlier table's log hands on",
    "forged_checkpoint": "a checkpoint is not signed with the given key",
    "foreign_proof": "a proof is of another table",
    "wrong_proof": "a proof does not lead to the signed root",
    "unwitnessed": "too few witnesses have cosigned the checkpoint",
    "wrong_head": "the log's head is not the one in the tree",
    "fork": "the server signed two things that contradict each other",
    "wrong_loss": "a published loss is of a time from which the tree has kept a leaf",
    "unproven_fork": "two logs of a table contradict each other, but no key was given to check it",
}


EXIT_CODES = {"good": 0, "excused": 3, "bad": 1, "unreadable": 2}  # from best to worst
MOST = 1000  # characters of a sentence
BEACON = ("credited", "time unproven", "unknown chain")
BESIDES = (  # faults of no event
    "unsigned", "outside_validity", "forged_receipt", "foreign_receipt", "forged_checkpoint",
    "foreign_proof", "wrong_proof", "unwitnessed", "wrong_loss",
)  # fmt: skip


SUBJECTS = {OF_DISPUTES: "disputes", OF_TOURNAMENT: "tournament"}
UNCHECKED = (
    "result", "deal", "actions", "seals", "secret", "signature", "bots", "tree", "tables",
)  # fmt: skip
WHY = ("sealed", "no key", "not repeatable", "not covered", "not given")


class NotChecked(TypedDict):
    """Something of a good log that could not be checked."""

    what: Annotated[
        str,
        any_word_of(*UNCHECKED),
        "`result`: places and scores. `deal`: the shuffles. `actions`: whether the rules"
        " allow them. `seals`: of sealed parts. `secret`: whether the secrets of hands"
        " follow from the table's. `signature`: of the last line. `bots`: whether they"
        " choose these moves. `tree`: whether the heads are in the tree of the proof."
        " `tables`: whether a tournament's tables were played as its log says.",
    ]
    since: Annotated[int | None, "From which event on; null: all of it."]
    why: Annotated[
        str,
        any_word_of(*WHY),
        "`sealed`: not open to the player who downloaded the log; `not repeatable`: the"
        " bot is not installed, or failed; `not covered`: the proof is of another time;"
        " `not given`: their logs are missing.",
    ]


class LogFault(TypedDict):
    """Something in a log that does not hold."""

    kind: Annotated[str, "A word of docs/reference/verdicts.md."]
    event: Annotated[int, "Number of the first bad event."]
    why: str


class VerifiedLog(TypedDict):
    """What is proven of a log file, and what is not."""

    verdict: Annotated[
        str,
        any_word_of("good", "excused", "bad"),
        "`excused`: the log holds, and the server signed something that contradicts it, of which"
        " it has published that its store may have lost it.",
    ]
    table: Annotated[str, "The table that the first line names, or another stream."]
    game: Annotated[str | None, "Null for a log of disputes or of a tournament."]
    rules: Annotated[int | None, "Version of the game's rules; null where `game` is."]
    events: Annotated[int, "Events read from a sound chain."]
    good: Annotated[int, "Events before the first bad one."]
    first_bad: Annotated[
        int | None, "Number of the first bad event; null where no event is to blame."
    ]
    kind: Annotated[
        str | None,
        "What is wrong, or excused, in a word of docs/reference/verdicts.md; null for a good log.",
    ]
    why: Annotated[str | None, "The same in a sentence."]
    faults: Annotated[list[LogFault], "Everything that was found, `kind` and `why` first."]
    excused: Annotated[
        list[LogFault],
        "What contradicts the log and is excused by a published loss: no lie, and no proof.",
    ]
    complete: Annotated[bool, "Whether the table or the tournament has closed."]
    not_checked: Annotated[
        tuple[NotChecked, ...], "What could not be checked of a good log; empty for a bad one."
    ]
    head: Head
    signature: Annotated[
        str, any_word_of("good", "bad", "missing", "not checked"), "Of the last line."
    ]
    deal: Annotated[str | None, "Who had a hand in the deal; null where play did not begin."]
    entropy: Annotated[
        tuple[Annotated[str, any_word_of("none", "revealed", "withheld")], ...],
        "By seat: whether its entropy is part of the deal; empty if play did not begin.",
    ]
    beacon: Annotated[
        Annotated[str, any_word_of(*BEACON)] | None,
        "Whether a receipt shows that all else was settled before the beacon's round was"
        " published; null if play did not begin with one.",
    ]
    proven: Annotated[tuple[str, ...], "What a good log proves, in sentences."]
    not_proven: Annotated[tuple[str, ...], "And what it does not."]


class UnreadableLog(TypedDict):
    """There is no log in what was sent."""

    verdict: Annotated[str, any_word_of("unreadable")]
    why: Annotated[str, "Why it is none."]


class Fault(Exception):
    """Something in a log that does not hold; `n` is the number of the first bad event."""

    def __init__(self, kind: str, n: int, why: str) -> None:
        assert kind in KINDS, kind
        super().__init__(f"{kind} at event {n}: {why}")
        self.kind, self.n = kind, n
        self.why = why if len(why) <= MOST else f"{why[:MOST]}..."  # a file may hold any word

    def __reduce__(self) -> tuple[type["Fault"], tuple[str, int, str]]:
        """Return how it is made again in another process, which verifies a log beside this one."""
        return type(self), (self.kind, self.n, self.why)

    def as_json(self) -> LogFault:
        """Return the fault as JSON values."""
        return {"kind": self.kind, "event": self.n, "why": self.why}


def verdict_word(faults: Sequence[object], excused: Sequence[object]) -> str:
    """Return ``good``, ``excused`` or ``bad``.

    >>> verdict_word([], []), verdict_word([], ["fork"]), verdict_word(["cut"], ["fork"])
    ('good', 'excused', 'bad')
    """
    return "bad" if faults else "excused" if excused else "good"


class Unreadable(Exception):
    """There is nothing that could be verified: no file, or no log of ours in it."""


class LogReport(NamedTuple):
    """What became of a verification.

    Attributes:
        events: events read from a sound chain.
        faults: what does not hold, the first bad event first; empty for a good log.
        excused: what contradicts the log, and a published loss excuses.
        complete: whether the table has closed.
        signature: ``good``, ``bad``, ``missing`` or ``not checked``.
        deal: who had a hand in the deal; None where play did not begin.
        entropy: by seat ``none``, ``revealed`` or ``withheld``.
        beacon: ``credited``, ``time unproven`` or ``unknown chain``; None where there is none.
        dealing: what can be held to other tables of its deal group; None where nothing can.
        proven, not_proven: sentences.
        not_checked: what could not be checked of a good log.
    """

    header: dict[str, Any]
    events: int
    faults: tuple[Fault, ...]
    complete: bool
    head: str
    signature: str
    deal: str | None
    entropy: tuple[str, ...]
    proven: tuple[str, ...]
    not_proven: tuple[str, ...]
    beacon: str | None = None
    dealing: TableDeals | None = None
    not_checked: tuple[NotChecked, ...] = ()
    excused: tuple[Fault, ...] = ()

    @property
    def first_bad(self) -> int | None:
        """Return the number of the first bad event; None where no event is to blame."""
        return min((f.n for f in self.faults if f.kind not in BESIDES), default=None)

    @property
    def good(self) -> int:
        """Return the number of sound events before the first bad one."""
        return self.events if self.first_bad is None else min(self.events, self.first_bad - 1)

    @property
    def verdict(self) -> str:
        """Return ``good``, ``excused`` or ``bad``."""
        return verdict_word(self.faults, self.excused)

    def as_json(self) -> VerifiedLog:
        """Return the report as JSON values."""
        first = next(iter((*self.faults, *self.excused)), None)
        return {
            "verdict": self.verdict,
            "table": self.header["table"],
            "game": self.header.get("game"),
            "rules": self.header.get("rules"),
            "events": self.events,
            "good": self.good,
            "first_bad": self.first_bad,
            "kind": None if first is None else first.kind,
            "why": None if first is None else first.why,
            "faults": [fault.as_json() for fault in self.faults],
            "excused": [fault.as_json() for fault in self.excused],
            "complete": self.complete,
            "not_checked": () if self.faults else self.not_checked,
            "head": self.head,
            "signature": self.signature,
            "deal": self.deal,
            "entropy": self.entropy,
            "beacon": self.beacon,
            "proven": self.proven,
            "not_proven": self.not_proven,
        }

    def as_text(self) -> str:
        """Return the verdict for people, in lines of plain text."""
        game = self.header.get("game")
        what = SUBJECTS.get(self.header["format"], "table")
        about = f"{what} {self.header['table']}" + ("" if game is None else f", {game}")
        if self.faults:
            first, *more = self.faults
            lines = [
                f"BAD: {about}: {first.kind}: {first.why}",
                f"  {sound_events_text(self.good)}",
                *(f"  also: {fault.kind}: {fault.why}" for fault in more),
                *(f"  excused: {fault.kind}: {fault.why}" for fault in self.excused),
            ]
            return "\n".join(map(printable_text, lines))
        state = "" if self.complete or what == "disputes" else ", which has not ended"
        but = ", ".join(map(as_words, self.not_checked))
        word = "EXCUSED" if self.excused else "GOOD"
        good = f"{word}, but not checked: {but}" if but else word
        lines = [f"{good}: {about}{state}: {count_phrase(self.events, 'event')}, head {self.head}"]
        lines += [f"  excused: {fault.kind}: {fault.why}" for fault in self.excused]
        lines += [f"  proven: {sentence}" for sentence in self.proven]
        lines += [f"  not proven: {sentence}" for sentence in self.not_proven]
        return "\n".join(map(printable_text, lines))


def as_words(one: NotChecked) -> str:
    """Return what was not checked in words.

    >>> as_words({"what": "deal", "since": 4, "why": "sealed"})
    'deal from event 4 on (sealed)'
    """
    since = "" if one["since"] is None else f" from event {one['since']} on"
    return f"{one['what']}{since} ({one['why']})"
