"""A log of each game changed in every way: all changes are found, and named for what they are.

Every kind of place (each field of each type of event, public and private, and each list in it) is
changed three times: as it stands; with seals, heads and last line made to fit by somebody without
the key; and signed anew by the holder of the key, whom only the rules and the receipts can catch.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from events.verify.report import LogReport
from events.verify.tables import judge
from games import NEWEST
from tests.corpus import RUN
from tests.events.forge import Forged, another, inside, kinds_of_places, pieces
from tests.events.verify.resumed import Beginnings
from tests.fairness.tables import SIGNER, played, ruled, text_of
from tests.games.every import checks_of, of

SEEDS = {name: checks_of(name).seed for name in NEWEST}
SEEDS |= {"boon with rulings": 3, "boosh with rulings": 57}  # a voided hand and points in each
SEEDS |= {"boon with signatures": 3}  # with cards that a player buried
GAME = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=of(name.partition(" with ")[0])) for name in SEEDS]
)
WHOLE = 27  # of so many changed logs one is also verified from its first event on; others each run
SHARE = 3  # of all kinds of places one third in a run, the others in other runs
SAMPLE = 12  # lines that are dropped, swapped, copied ...

# What the holder of the key can write anew without breaking a rule: receipts find all of it.
FREE = [
    r"\.p\.[^.]+\.salt$",  # other salts, with other seals
    r"\.p\.hand\.data\.bot($|\.)",  # how a bot found its action
    r"\.e\.at$",  # a time within what the clock allows
    r"\.p\.\*\.data\.action\.cards$",  # the order in which cards were named
    r"^table\.opened\.v1\.e\.data\.(private|spectator_delay|expires_after)$",
    r"^table\.opened\.v1\.e\.data\.(clock|options)\.",  # agreements that never came to matter
    r"^table\.ruled\.v1\.e\.by$",  # which auditor it was
    r"^table\.seat_taken\.v1\.e\.by$",  # which of those who may (T2) gave a seat to a bot
]


@cache
def log_of(game: str) -> bytes:
    name, _, more = game.partition(" with ")
    signing = more == "signatures"
    return text_of((ruled if more == "rulings" else played)(name, SEEDS[game], signing=signing))


def forged(game: str) -> Forged:
    return pieces(log_of(game))


def receipt(game: str) -> dict[str, Any]:
    """Return the receipt of the last command of the unchanged log."""
    last = forged(game).events[-1]
    head = bytes.fromhex(last["h"])
    table = forged(game).header["table"]
    return {**SIGNER.receipt(table, last["e"]["n"], head, last["e"]["at"], "x")}


@cache
def beginnings(game: str, receipted: bool) -> Beginnings:
    return Beginnings(log_of(game), [SIGNER.public], [receipt(game)] if receipted else [])


def checked(game: str, path: Path, receipted: bool = False) -> LogReport:
    """Return what the verifier says of a log, from the first event that another one has not."""
    known = beginnings(game, receipted)
    with path.open("rb") as file:
        alike = file.readline() == known.lines[0]
    given = [receipt(game)] if receipted else []
    return known.verify(path) if alike else verify_log(path, [SIGNER.public], given)


@GAME
def test_what_is_verified_from_an_event_on_is_verified_as_from_the_first(
    game: str, tmp_path: Path
) -> None:
    begin = random.Random(f"{RUN.seed} {game}").randrange(WHOLE)
    for number, (kind, log) in enumerate(changes(game)):
        if number % WHOLE == begin:
            path = (log if number % 2 else rewritten(kind, log).signed()).write(tmp_path / "log")
            for given in ([], [receipt(game)]):
                report = verify_log(path, [SIGNER.public], given)
                again = checked(game, path, receipted=bool(given))
                assert (again.as_json(), again.as_text()) == (report.as_json(), report.as_text()), (
                    kind
                )


def changes(game: str, share: int = 1) -> Iterator[tuple[str, Forged]]:
    """Yield the log with one value changed, for every kind of place, or each `share`th of them."""
    unchanged = forged(game)
    kinds = [*kinds_of_places(unchanged).items()]
    first = random.Random(f"{RUN.seed} {game} kinds").randrange(share)
    for kind, (index, place) in kinds[first::share]:
        log = unchanged.with_own(index)
        box, key = inside(log.events[index], place)
        box[key] = another(box[key])
        yield kind, log


def log_event(game: str, at: int) -> Any:
    return forged(game).events[at]["e"]


def rewritten(kind: str, log: Forged) -> Forged:
    """Make the log fit again; a changed seal stays, since what it seals is somewhere else."""
    return log.rechained(reseal=".e.seals" not in kind)


def undetected(game: str, path: Path, share: int = 1) -> list[str]:
    """Return the kinds of places that the holder of the key can change unseen."""
    return [
        kind
        for kind, log in changes(game, share)
        if not checked(game, rewritten(kind, log).signed().write(path)).faults
    ]


def is_free(kind: str) -> bool:
    return any(re.search(pattern, kind) for pattern in FREE)


@GAME
def test_the_unchanged_log_is_good(game: str, tmp_path: Path) -> None:
    log = forged(game)
    assert b"".join(log.lines()) == log_of(game)
    report = checked(game, log.write(tmp_path / "log"), receipted=True)
    assert (report.verdict, report.signature, report.complete) == ("good", "good", True)
    assert b"".join(log.rechained().signed().lines()) == log_of(game)
    assert len(kinds_of_places(log)) > checks_of(game.partition(" with ")[0]).places


@GAME
def test_any_value_changed_where_it_stands_is_found(game: str, tmp_path: Path) -> None:
    for kind, log in changes(game, SHARE):
        report = checked(game, log.write(tmp_path / "log"))
        assert report.faults, kind
        private = {"wrong_card", "wrong_opening", "wrong_secret", "malformed"}
        expected = private if ".v1.p." in kind else {"edited", "malformed"}
        assert report.faults[0].kind in expected, (kind, report.faults)


@GAME
def test_a_chain_made_anew_without_the_key_is_unsigned(game: str, tmp_path: Path) -> None:
    for number, (kind, log) in enumerate(changes(game)):
        if number % 5 and not is_free(kind):
            continue
        report = checked(game, rewritten(kind, log).write(tmp_path / "log"))
        assert report.signature != "good", kind
        assert (
            "unsigned" in [fault.kind for fault in report.faults] or report.signature == "missing"
        )


@GAME
def test_what_the_holder_of_the_key_rewrites_is_found_by_the_rules(
    game: str, tmp_path: Path
) -> None:
    unseen = [kind for kind in undetected(game, tmp_path / "log", SHARE) if not is_free(kind)]
    assert unseen == []


@GAME
def test_what_no_rule_forbids_the_holder_of_the_key_is_found_by_a_receipt(
    game: str, tmp_path: Path
) -> None:
    free = [(kind, log) for kind, log in changes(game) if is_free(kind)]
    assert free
    for kind, log in free:
        path = rewritten(kind, log).signed().write(tmp_path / "log")
        report = checked(game, path, receipted=True)
        assert "fork" in [fault.kind for fault in report.faults], kind


def test_this_mutation_test_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier that compares nothing lets changed events pass, and the tests above see it."""
    monkeypatch.setattr(judge, "is_wanted_event", lambda *event: True)
    unseen = [kind for kind in undetected("boosh", tmp_path / "log") if not is_free(kind)]
    assert "boosh.hand_dealt.v1.p.*.data.hands" in unseen
    assert "table.closed.v1.e.data.scores" in unseen


# Lines


def sample(log: Forged) -> range:
    """Return some places in the middle of a log."""
    count = len(log.events)
    return range(1, count - 2, max(1, (count - 3) // SAMPLE))


def first_fault(game: str, log: Forged, path: Path) -> tuple[str, int]:
    report = checked(game, log.write(path))
    assert report.faults
    assert report.good == report.faults[0].n - 1
    return report.faults[0].kind, report.faults[0].n


@GAME
def test_a_dropped_event_is_named(game: str, tmp_path: Path) -> None:
    for at in (0, *sample(forged(game))):
        log = forged(game)
        del log.events[at]
        assert first_fault(game, log, tmp_path / "log") == ("dropped", at + 1)


@GAME
def test_events_that_changed_places_are_named(game: str, tmp_path: Path) -> None:
    for at in sample(forged(game)):
        log = forged(game)
        log.events[at : at + 2] = log.events[at : at + 2][::-1]
        assert first_fault(game, log, tmp_path / "log") == ("reordered", at + 1)
        log = forged(game)
        log.events.append(log.events.pop(at))
        assert first_fault(game, log, tmp_path / "log") == ("reordered", at + 1)


@GAME
def test_an_event_that_stands_twice_is_named(game: str, tmp_path: Path) -> None:
    for at in sample(forged(game)):
        log = forged(game)
        log.events.insert(at + 1, log.events[at])
        assert first_fault(game, log, tmp_path / "log") == ("duplicated", at + 2)
        log = forged(game)
        log.events.insert(at, log.events[-1])
        assert first_fault(game, log, tmp_path / "log") == ("duplicated", at + 1)


@GAME
def test_an_event_of_another_table_is_named(game: str, tmp_path: Path) -> None:
    other = pieces(text_of(played(game.partition(" with ")[0], 77)))
    for at in sample(forged(game)):
        if at >= len(other.events) or other.events[at]["e"] == log_event(game, at):
            continue  # two tables begin alike
        log = forged(game)
        log.events[at] = other.events[at]
        assert first_fault(game, log, tmp_path / "log") == ("foreign", at + 1)
        log = forged(game)
        log.events.insert(at, other.events[at])
        assert first_fault(game, log, tmp_path / "log") == ("inserted", at + 1)


@GAME
def test_a_log_cut_anywhere_is_named(game: str, tmp_path: Path) -> None:
    for at in (0, *sample(forged(game))):
        log = forged(game)
        del log.events[at:]
        # the last line counts more
        assert first_fault(game, log, tmp_path / "log") == ("cut", at + 1)
        path = tmp_path / "log"
        path.write_bytes(b"".join(list(log.lines())[:-1]))
        report = checked(game, path)
        assert [(f.kind, f.n) for f in report.faults] == [("cut", at + 1)]
        assert (report.signature, report.good) == ("missing", at)
        path.write_bytes(path.read_bytes() + b'{"e":"{')
        assert [fault.kind for fault in checked(game, path).faults] == ["cut"]


@GAME
def test_the_log_under_the_name_of_another_table_is_foreign(game: str, tmp_path: Path) -> None:
    log = forged(game)
    log.header["table"] = "t-other"
    assert first_fault(game, log, tmp_path / "log") == ("foreign", 1)
    log = forged(game)
    log.end["table"] = "t-other"
    assert checked(game, log.write(tmp_path / "log")).faults[0].kind == "foreign"


@GAME
def test_a_changed_head_is_edited(game: str, tmp_path: Path) -> None:
    for at in sample(forged(game)):
        log = forged(game)
        log.events[at]["h"] = another(log.events[at]["h"])
        assert first_fault(game, log, tmp_path / "log") == ("edited", at + 1)


@pytest.mark.parametrize("field", ["table", "game", "rules"])
def test_a_changed_header_is_found(field: str, tmp_path: Path) -> None:
    log = forged("boon")
    log.header[field] = another(log.header[field])
    assert checked("boon", log.write(tmp_path / "log")).faults[0].kind in ("edited", "foreign")
    del log.header[field]
    with pytest.raises(Exception, match="header"):
        checked("boon", log.write(tmp_path / "log"))


@pytest.mark.parametrize(
    ("field", "kind"),
    [("table", "foreign"), ("n", "cut"), ("head", "edited"), ("at", "unsigned"),
     ("complete", "wrong_end"), ("key", "unsigned"), ("signature", "unsigned")],
)  # fmt: skip
def test_a_changed_last_line_is_named(field: str, kind: str, tmp_path: Path) -> None:
    log = forged("boon")
    log.end[field] = another(log.end[field])
    assert checked("boon", log.write(tmp_path / "log")).faults[0].kind == kind
    del log.end[field]
    assert checked("boon", log.write(tmp_path / "log")).faults[0].kind == "malformed"
    log = forged("boon")
    text = b"".join(log.lines())
    (tmp_path / "log").write_bytes(text + text.splitlines(keepends=True)[-1])
    assert checked("boon", tmp_path / "log").faults[0].kind == "inserted"
