"""The verdict on a tournament's log alone: every lie of who holds the server's key is named."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.record.receipts import PublicKey
from events.tournaments.verdict import TournamentLog, verify_tournament
from events.verify.report import Unreadable
from tests.events.forge import Forged, inside, pieces, places
from tests.events.tournaments.cup import GAME, SWISS, Cup, ruled, swiss, waiting_for_rounds
from tests.events.verify.test_any_value import VALUES
from tests.fairness.tables import SIGNER
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments.tables import Entrant

KEYS = [PublicKey(SIGNER.public)]
OWN = settings(BOTS, games=[GAME], format={"kind": "own", "rounds": None, "rotate": True})
LADDER = settings(BOTS, games=[GAME], format={"kind": "ladder", "rounds": None, "seconds": 1})
DAY = 86_400_000  # milliseconds
LATE = settings(SWISS, entrants={"check_in": True}, schedule={"starts_at": 1_700_000_005_000})


def verdict(tmp_path: Path, text: bytes, receipts: Any = (), keys: Any = KEYS) -> TournamentLog:
    path = tmp_path / "c.jsonl"
    path.unlink(missing_ok=True)
    path.write_bytes(text)
    return verify_tournament(path, keys, receipts)


def signed(log: Forged) -> bytes:
    """Return a log that the holder of the key has made to fit."""
    return b"".join(log.rechained().signed().lines())


def place(log: Forged, kind: str, nth: int = 0) -> int:
    """Return the place of the nth event of a kind."""
    name = f"tournament.{kind}.v1"
    return [at for at, row in enumerate(log.events) if row["e"]["type"] == name][nth]


def sealed(text: bytes) -> Forged:
    """Return a log of which no part is open."""
    log = pieces(text)
    for row in log.events:
        row["p"] = None
    return log


def test_a_tournaments_log_is_judged_again_and_says_that_its_tables_are_not_given(
    tmp_path: Path,
) -> None:
    log = verdict(tmp_path, swiss().text())
    assert (log.report.verdict, log.report.signature) == ("good", "good")
    assert log.tournament == swiss().tournament
    assert log.report.not_checked == ({"what": "tables", "since": None, "why": "not given"},)
    begin = "GOOD, but not checked: tables (not given): tournament c0123456789abcdef01: "
    assert log.report.as_text().startswith(begin)
    assert (
        "2 rounds were paired again, and came out the same with the secret sealed in event 1"
        in (log.report.proven)
    )
    without = verdict(tmp_path, swiss().text(), keys=()).report
    assert {"what": "signature", "since": None, "why": "no key"} in without.not_checked


def test_pools_seeds_and_ratings_are_judged_again(tmp_path: Path) -> None:
    pools = {"kind": "pools", "rounds": None, "pools": 2, "qualify": 1, "seeding": "rating"}
    cup = Cup(settings(BOTS, games=[GAME], format=pools))
    for rating in (3, 1, 4, 2, 5, 0):
        cup.ask(cm.Register("bot", ("bot:regular",), rating=rating))
    cup.ask(cm.Seed((Entrant(1),)))
    cup.ask(cm.Call())
    log = verdict(tmp_path, cup.played().text())
    assert (log.report.verdict, log.tournament) == ("good", cup.tournament)
    assert [one.stage for one in cup.tournament.rounds] == [None, None, None, "knockout"]
    for kind, change in (
        ("entrant_registered", {"rating": 9}),
        ("seeded", {"entrants": [5]}),
        ("round_planned", {"stage": "knockout"}),
    ):
        forged = pieces(cup.text())
        forged.events[place(forged, kind)]["e"]["data"].update(change)
        faults = verdict(tmp_path, signed(forged)).report.faults
        assert faults[0].kind in ("wrong_pairing", "wrong_event", "wrong_data"), (kind, faults)


def test_who_sends_own_pairings_has_them_judged_too(tmp_path: Path) -> None:
    cup = Cup(OWN).entered(4)
    cup.ask(cm.Plan((cm.OwnTable(0, 0, (0, 1)), cm.OwnTable(0, 3, (2, 3)))))
    cup.played()
    cup.ask(cm.Plan((cm.OwnTable(0, 7, (0, 2)), cm.OwnTable(0, 7, (1, 3)))))
    cup.played().ask(cm.Close())
    cup.played()
    report = verdict(tmp_path, cup.text()).report
    assert report.verdict == "good", report.as_text()
    assert "2 rounds were paired again, and came out fair as they were sent" in report.proven


def test_a_ladder_and_a_start_by_the_clock_with_latecomers_are_judged_too(tmp_path: Path) -> None:
    ladder = Cup(LADDER).entered(5).played()
    assert verdict(tmp_path, ladder.text()).report.verdict == "good"
    cup = Cup(LATE)
    for who in range(4):
        cup.ask(cm.Register("player", (f"p{who}",)), f"player:p{who}")
    for who in range(3):
        cup.ask(cm.CheckIn(Entrant(who)), f"player:p{who}")
    cup.now += 5000
    cup.ask(cm.CheckIn(Entrant(0)), "player:p0")  # which finds that done, and the time up
    cup.ask(cm.Pause())
    cup.ask(cm.AddDirector("dan"))
    cup.ask(cm.Resume(), "player:dan")
    cup.ask(cm.Replace(Entrant(3), "player", ("eve",)))
    cup.ask(cm.Withdraw(Entrant(1)), "player:p1")
    cup.played()
    report = verdict(tmp_path, cup.text()).report
    assert (report.verdict, report.complete) == ("good", True), report.as_text()


def test_returns_and_changed_times_are_judged_again(tmp_path: Path) -> None:
    cup = Cup(SWISS)
    cup.ask(cm.Reschedule(cup.now + DAY))
    cup.ask(cm.Reschedule())
    cup.entered(4)
    cup.ask(cm.Withdraw(Entrant(1)), "player:p1")
    cup.ask(cm.Return(Entrant(1)))
    cup.step()
    cup.ask(cm.Reschedule(None, cup.now + DAY))
    cup.now += DAY
    cup.played()
    log = verdict(tmp_path, cup.text())
    assert (log.report.verdict, log.tournament) == ("good", cup.tournament), log.report.as_text()
    for kind, change in (
        ("returned", {"data": {"entrant": 0}}),
        ("returned", {"by": "player:p1"}),
        ("rescheduled", {"by": "player:p0"}),
        ("rescheduled", {"data": {"starts_at": 1, "next_round_at": None}}),
    ):
        forged = pieces(cup.text())
        forged.events[place(forged, kind)]["e"].update(change)
        report = verdict(tmp_path, signed(forged)).report
        assert report.verdict != "good", (kind, change)


def test_forbidden_pairs_are_judged_again(tmp_path: Path) -> None:
    cup = Cup(SWISS)
    cup.ask(cm.AddDirector("p1"))
    cup.entered(5).ask(cm.ForbidPairs(((Entrant(3), Entrant(0)),)))
    cup.played()
    report = verdict(tmp_path, cup.text()).report
    assert report.verdict == "good", report.as_text()
    met = sorted(one.entrant for one in cup.tournament.tables[-1].planned.seats)
    for change in (
        {"by": "player:p0"},
        {"by": "player:p1"},  # a director who plays
        {"data": {"pairs": [met]}},
        {"data": {"pairs": [[3, 0]]}},
        {"data": {"pairs": [[0, 9]]}},
    ):
        forged = pieces(cup.text())
        forged.events[place(forged, "pairs_forbidden")]["e"].update(change)
        assert verdict(tmp_path, signed(forged)).report.verdict != "good", change


def test_swaps_are_judged_again(tmp_path: Path) -> None:
    cup = Cup(SWISS)
    cup.ask(cm.AddDirector("p1"))
    cup.ask(cm.Pause())
    cup.entered(5).ask(cm.Swap(0, (Entrant(0), Entrant(1))))
    cup.ask(cm.Resume())
    cup.played()
    report = verdict(tmp_path, cup.text()).report
    assert report.verdict == "good", report.as_text()
    for change in (
        {"by": "player:p0"},
        {"by": "player:p1"},  # a director who plays
        {"data": {"round": 1, "entrants": [0, 1]}},
        {"data": {"round": 0, "entrants": [0, 0]}},
        {"data": {"round": 0, "entrants": [0, 9]}},
        {"data": {"round": 0, "entrants": [0, 2]}},  # whom the round has not swapped
    ):
        forged = pieces(cup.text())
        forged.events[place(forged, "swapped")]["e"].update(change)
        assert verdict(tmp_path, signed(forged)).report.verdict != "good", change


def test_announcements_and_descriptions_are_judged_again(tmp_path: Path) -> None:
    cup = Cup(SWISS)
    cup.ask(cm.Describe("ab" * 32))
    cup.entered(2).ask(cm.Announce("cd" * 32))
    cup.played()
    report = verdict(tmp_path, cup.text()).report
    assert report.verdict == "good", report.as_text()
    for kind in ("described", "announced"):
        for change in ({"by": "player:p0"}, {"data": {"text": "no hash"}}):
            forged = pieces(cup.text())
            forged.events[place(forged, kind)]["e"].update(change)
            assert verdict(tmp_path, signed(forged)).report.verdict != "good", (kind, change)


def test_of_a_sealed_log_all_up_to_the_first_round_is_judged(tmp_path: Path) -> None:
    cup = Cup(SWISS).entered(4)
    for _ in range(3):
        cup.step()
    report = verdict(tmp_path, b"".join(sealed(cup.text()).lines())).report
    since = place(sealed(cup.text()), "round_planned") + 1
    assert (report.verdict, report.complete) == ("good", False)
    assert report.not_checked[0] == {"what": "actions", "since": since, "why": "sealed"}
    assert f"pairings, results and places from event {since} on" in " ".join(report.not_proven)
    assert ", which has not ended: " in report.as_text()
    log = sealed(cup.text())
    log.events[place(log, "started")]["e"]["data"]["entropies"][0] = "11" * 16
    assert verdict(tmp_path, signed(log)).report.faults[0].kind == "wrong_entropy"
    for kind, change in (
        ("result_taken", {"cause": 3}),
        ("group_ended", {"cause": 3}),
        ("group_ended", {"by": "clock"}),
    ):
        log = sealed(cup.text())
        log.events[place(log, kind)]["e"].update(change)
        assert verdict(tmp_path, signed(log)).report.faults[0].kind == "wrong_cause"
    log = sealed(cup.text())
    log.events[place(log, "result_taken")]["e"]["cause"]["action"]["more"] = 1
    assert verdict(tmp_path, signed(log)).report.faults[0].kind == "wrong_cause"


def test_parts_that_are_withheld_when_it_is_over_are_named(tmp_path: Path) -> None:
    log = sealed(swiss().text())
    assert [one.kind for one in verdict(tmp_path, signed(log)).report.faults] == ["withheld"]
    log = pieces(swiss().text())
    log.events[place(log, "result_taken", 2)]["p"] = None
    assert verdict(tmp_path, signed(log)).report.faults[0].kind == "withheld"


@pytest.mark.parametrize("at", range(0, 25, 4))
def test_any_byte_that_changes_breaks_the_chain_or_the_signature(at: int, tmp_path: Path) -> None:
    log = pieces(swiss().text())
    log.events[at]["e"]["at"] += 1
    assert verdict(tmp_path, b"".join(log.lines())).report.faults[0].kind == "edited"
    kinds = [one.kind for one in verdict(tmp_path, b"".join(log.rechained().lines())).report.faults]
    assert "unsigned" in kinds
    lines = swiss().text().splitlines(keepends=True)
    assert verdict(tmp_path, b"".join(lines[: at + 1])).report.faults[0].kind == "cut"
    without = verdict(tmp_path, b"".join([*lines[: at + 1], *lines[at + 2 :]])).report
    assert without.faults[0].kind in ("dropped", "foreign", "cut")


Lie = Callable[[Forged], object]


def put(kind: str, nth: int = 0, **data: Any) -> Lie:
    """Return what changes public data of an event."""
    return lambda log: log.events[place(log, kind, nth)]["e"]["data"].update(data)


def put_sealed(kind: str, nth: int = 0, **data: Any) -> Lie:
    """Return what changes sealed data of an event."""
    return lambda log: log.events[place(log, kind, nth)]["p"]["table"]["data"].update(data)


def by(kind: str, who: str, nth: int = 0) -> Lie:
    """Return what changes who asked for an event."""
    return lambda log: log.events[place(log, kind, nth)]["e"].update(by=who)


def swaps_entrants(log: Forged) -> None:
    one, other = log.events[place(log, "round_planned")]["e"]["data"]["tables"]
    one["seats"], other["seats"] = other["seats"], one["seats"]


def turns_a_result_round(log: Forged) -> None:
    data = log.events[place(log, "result_taken", 3)]["p"]["table"]["data"]
    data["places"].reverse()
    data["scores"].reverse()


def leaves_out(kind: str) -> Lie:
    """Return what leaves the first event of a kind out, of a command of its own."""

    def change(log: Forged) -> None:
        del log.events[place(log, kind)]
        log.renumbered()

    return change


def adds_an_event(log: Forged) -> None:
    """Let a round end in the command in which it does not."""
    at = place(log, "result_taken")
    begin = log.events[at]["e"]
    more = {"data": {"round": 0}, "seals": {}, "type": "tournament.round_ended.v1", "cause": at + 1}
    extra = {**begin, **more, "n": at + 2}
    for row in log.events[at + 1 :]:
        row["e"]["n"] += 1
        cause = row["e"]["cause"]
        if isinstance(cause, dict):
            cause["last"] += 1
        else:
            row["e"]["cause"] += 1
    begin["cause"]["last"] += 1
    log.events.insert(at + 1, {"e": extra, "p": None, "h": ""})


LIES: dict[str, tuple[str, Lie]] = {
    "another secret": ("wrong_pairing", put_sealed("opened", secret="6d" * 32)),
    "other pairings": ("wrong_pairing", swaps_entrants),
    "another bye": ("wrong_pairing", put("round_planned", byes=[0])),
    "another beacon's round": ("wrong_beacon", put("round_planned", beacon=7)),
    "another entropy": ("wrong_entropy", put("started", entropies=["11" * 16, "", "", "", ""])),
    "a withheld entropy that was not": ("wrong_entropy", put("started", withheld=[1])),
    "an entropy not promised": ("wrong_entropy", put("entropy_revealed", entropy="1" * 32)),
    "other final places": ("wrong_result", put("closed", places=[1, 2, 3, 4, 5])),
    "another reason of the end": ("wrong_result", put("closed", why="too_few")),
    "other settings": ("illegal_action", put("opened", settings={"games": []})),
    "a result turned round": ("wrong_result", turns_a_result_round),
    "nothing new": ("wrong_event", put("tables_opened", 1, last=0)),
    "an entrant by another": ("wrong_holder", by("entrant_registered", "player:x")),
    "a result by a player": ("wrong_holder", by("result_taken", "player:dora")),
    "a call by nobody": ("wrong_holder", by("called", "dora")),
    "a call by a seat": ("wrong_holder", by("called", "seat:1")),
    "one entrant less": ("wrong_event", leaves_out("entrant_registered")),
    "no promise": ("wrong_entropy", put("entrant_registered", commitment=None)),
    "an event too many": ("wrong_cause", adds_an_event),
    "an earlier time": ("time_reversed", lambda log: log.events[4]["e"].update(at=1)),
    "an event of a table": (
        "unknown_type", lambda log: log.events[3]["e"].update(type="table.closed.v1"),
    ),
    "more in an event": ("malformed", put("called", more=1)),
    "a table of another number": ("illegal_action", put("result_taken", index=9)),
    "a complete file of one that goes on": (
        "wrong_end", lambda log: log.end.update(complete=False),
    ),
    "an older last line": ("wrong_end", lambda log: log.end.update(at=5)),
    "a command that goes on": (
        "cut", lambda log: log.events[-1]["e"]["cause"].update(last=99),
    ),
    "another tournament": ("foreign", lambda log: log.header.update(table="c1")),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_by_the_holder_of_the_key_is_named(lie: str, tmp_path: Path) -> None:
    log, (kind, change) = pieces(swiss().text()), LIES[lie]
    change(log)
    log.end["table"] = log.header["table"]
    report = verdict(tmp_path, signed(log)).report
    assert report.faults, lie
    assert report.faults[0].kind == kind, report.as_text()


@pytest.mark.parametrize("kind", ["round_planned", "table_replayed"])
@pytest.mark.parametrize("change", [None, -1, 1])
def test_a_deal_group_with_another_round_than_is_fixed_is_found(
    change: int | None, kind: str, tmp_path: Path
) -> None:
    text = waiting_for_rounds().text()
    assert verdict(tmp_path, text).report.verdict == "good"
    log = pieces(text)
    data = log.events[place(log, kind)]["e"]["data"]
    data["beacon"] = None if change is None else data["beacon"] + change
    faults = verdict(tmp_path, signed(log)).report.faults
    assert (faults[0].kind, faults[0].n) == ("wrong_beacon", place(log, kind) + 1)


def test_final_places_after_a_ruling_must_follow_from_it(tmp_path: Path) -> None:
    assert verdict(tmp_path, ruled().text()).report.verdict == "good"
    log = pieces(ruled().text())
    final = log.events[place(log, "adjudicated")]["e"]["data"]["final"]
    final[0], final[1] = final[1], final[0]
    report = verdict(tmp_path, signed(log)).report
    assert report.faults[0].kind == "wrong_result", report.as_text()


def test_receipts_of_a_tournament_are_held_to_its_log(tmp_path: Path) -> None:
    stored, name = swiss().stream.log[4], swiss().id
    at = pieces(swiss().text()).events[4]["e"]["at"]
    good = SIGNER.receipt(name, 5, stored.h, at, "always")
    assert "1 receipt is genuine and of this log" in (
        verdict(tmp_path, swiss().text(), [good]).report.proven
    )
    for receipt, kind in (
        (SIGNER.receipt(name, 5, b"\1" * 32, at, "always"), "fork"),
        (SIGNER.receipt(name, 999, stored.h, at, "always"), "cut"),
    ):
        faults = verdict(tmp_path, swiss().text(), [receipt]).report.faults
        assert faults[0].kind == kind


def test_a_tournament_of_a_game_that_is_not_installed_is_unreadable(tmp_path: Path) -> None:
    log = pieces(swiss().text())
    log.events[0]["e"]["data"]["settings"]["games"][0]["rules"] = 99
    with pytest.raises(Unreadable, match="boosh with rules 99, which are not installed"):
        verdict(tmp_path, signed(log))


def test_settings_that_are_none_are_named(tmp_path: Path) -> None:
    settings_of_none: list[Any] = [{}, {"games": 5}, {"games": [7]}, {**PEOPLE, "x": 1}]
    for odd in [*settings_of_none, {"games": [{"game": []}]}]:
        log = pieces(swiss().text())
        log.events[0]["e"]["data"]["settings"] = odd
        assert verdict(tmp_path, signed(log)).report.faults[0].kind == "illegal_action"


@pytest.mark.parametrize("chunk", range(6))
def test_whatever_stands_in_a_log_a_verdict_is_found(chunk: int, tmp_path: Path) -> None:
    for number in range(100):
        luck = random.Random(f"{chunk} {number}")
        log = pieces(luck.choice([swiss, ruled])().text())
        row = luck.choice([log.header, *log.events, log.end])
        place = luck.choice(list(places(row)))
        value = luck.choice([one for one in VALUES if not isinstance(one, bytes)])
        box, key = inside(row, place)
        box[key] = value
        try:
            text = signed(log) if luck.random() < 0.9 else b"".join(log.lines())
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
            continue
        try:
            said = verdict(tmp_path, text).report.verdict
        except Unreadable:
            continue
        except Exception as error:
            raise AssertionError((chunk, number, place, value)) from error
        assert said in ("good", "bad")
