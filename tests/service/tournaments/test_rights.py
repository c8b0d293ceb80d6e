"""What a tournament says that somebody may do is what the rules would not refuse, at any moment."""

import random
from collections.abc import Iterator
from typing import get_args

import pytest

from games.core.contract import Illegal
from games.core.type_hints.values import BadValue
from service.tournaments.access import May, entry_now, own_part
from tests.tournaments.case import Case, commitment, reveal
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments.rules import decide
from tournaments.settings import EntrantKind
from tournaments.tables import Entrant

ALL: tuple[May, ...] = get_args(May)
ASKERS = ("dora", "dan", "p0", "p1", "p2", "stranger")
OWN = {"format": {"kind": "own", "rounds": None, "rematches": True}}
CUPS = {
    "own pairings": settings(PEOPLE, **OWN),
    "late": settings(PEOPLE, entrants={"late": True, "most": 4}, **OWN),
    "swiss": settings(
        PEOPLE, entrants={"check_in": True, "most_byes": 1}, policies={"late": "keep"}
    ),
    "by directors": settings(PEOPLE, entrants={"register": False}, **OWN),
    "bots": settings(BOTS, **OWN),
}  # fmt: skip
MAY_FAIL = ("tournament/too_few",)  # though one may ask


def command(case: Case, right: May, asker: str) -> cm.TournamentCommand:
    """Return what somebody asks who makes use of a right."""
    t = case.tournament
    own = entry_now(t, asker)
    number = Entrant(0 if own is None else own.number)
    kind: EntrantKind = "player" if "player" in t.rules.entrants.kinds else "bot"
    other = f"p{len(t.entries) + 50}" if kind == "player" else "bot:novice"
    plain: dict[str, cm.TournamentCommand] = {
        "seed": cm.Seed(()), "invite": cm.Invite((other,)), "call": cm.Call(), "pause": cm.Pause(),
        "resume": cm.Resume(), "close": cm.Close(abandon=True), "adjudicate": cm.Adjudicate(0),
        "forbid_pairs": cm.ForbidPairs(()), "describe": cm.Describe(None),
        "announce": cm.Announce("ab" * 32),
    }  # fmt: skip
    if right in plain:
        return plain[right]
    match right:
        case "register":
            return cm.Register("player", (asker,))
        case "check_in":
            promise = None if own is None or own.commitment else commitment(number, asker)
            return cm.CheckIn(number, promise)
        case "reveal":
            return reveal(t, number)
        case "withdraw":
            return cm.Withdraw(number)
        case "enter":
            return cm.Register(kind, (other,))
        case "sit_out":
            return cm.SitOut(number, ())
        case "plan":
            return cm.Plan(())
        case "swap":
            there = t.active()
            two = (there[0], there[-1]) if there else (Entrant(0), Entrant(0))
            return cm.Swap(len(t.rounds), two)
        case "reschedule":
            return later(case)
        case _:
            return cm.AddDirector(f"newcomer{len(t.directors)}")


def later(case: Case) -> cm.Reschedule:
    """Return what puts off the start, or the next round."""
    at = case.at + 60_000
    return cm.Reschedule(at) if case.tournament.phase == "registration" else cm.Reschedule(None, at)


def is_refused(case: Case, right: May, asker: str) -> bool:
    """Say whether the rules refuse somebody what a right is for."""
    try:
        decide(case.tournament, f"player:{asker}", command(case, right, asker), case.at)
    except BadValue:
        return False
    except Illegal as refused:
        return refused.code not in MAY_FAIL
    return False


def moves(case: Case, luck: random.Random) -> Iterator[None]:
    """Let things happen in a tournament, one after the other."""
    for _ in range(40):
        yield
        if case.tournament.phase == "closed":
            return
        asker, right = luck.choice(ASKERS), luck.choice(ALL)
        if luck.random() < 0.4 and (work := case.work()):
            case.server(luck.choice(work))
        elif right != "close" and right in own_part(case.tournament, asker)["may"]:
            try:
                case.ask(command(case, right, asker), f"player:{asker}")
            except (Illegal, BadValue):
                continue


@pytest.mark.parametrize("name", CUPS)
@pytest.mark.parametrize("seed", range(6))
def test_what_one_may_do_is_what_is_not_refused(name: str, seed: int) -> None:
    luck, case = random.Random(seed), Case(CUPS[name], ["dan"])
    for _ in moves(case, luck):
        for asker in ASKERS:
            may = own_part(case.tournament, asker)["may"]
            for right in ALL:
                if right in ("withdraw", "check_in", "sit_out") and right not in may:
                    continue  # directors may do so for others; said again they change nothing
                told = (name, seed, case.tournament.phase, asker, right)
                assert (right in may) != is_refused(case, right, asker), told
