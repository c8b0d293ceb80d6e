"""Nobody brings another's entropy: a commitment names its player, so a copy of it is of no use.

Else a friend of the server sends an honest player's commitment once more, waits for the reveal, and
sends that too: a share in the deal that never was the friend's own, and of which nobody can tell.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events.record.receipts import PublicKey
from events.tournaments.verdict import verify_tournament
from games.core.contract import Illegal, Seat
from games.table import Leave, Reveal, Sit, Start
from tests.events.forge import pieces
from tests.events.lies import at, lie
from tests.events.tournaments.cup import SWISS, Cup
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, text_of
from tests.service.asker import Service, commitment, entropy, problem
from tests.table.desk import Desk, an_open
from tests.tournaments.case import Case, refused, reveal
from tests.tournaments.case import commitment as promised_by
from tests.tournaments.case import entropy as brought_by
from tests.tournaments.settings import PEOPLE, settings
from tournaments import commands as cm
from tournaments.tables import Entrant

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
Believing = Callable[..., None]


def test_a_copied_commitment_cannot_be_revealed_at_a_table(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.opened(ada, "boosh", 2)
    for one in (ada, bob):
        one.post(f"{path}/seats", {"commitment": commitment(ada.id, "cat")})
    assert ada.post(f"{path}/start", {}).status_code == 200
    assert ada.reveal(path, "cat").status_code == 200
    with service.nothing_happens():
        answer = bob.reveal(path, "cat")
        told = problem(answer, 409, "table/entropy_differs", "T4")
    assert f'SHA-256 of ["fairdeal/entropy/1","{bob.id}",ENTROPY]' in told["detail"]


def test_who_takes_a_seat_over_cannot_reveal_for_who_has_left_it() -> None:
    desk = Desk().opened(an_open("boosh", 2))
    own = commitment("p1", "one")
    desk.do("player:p0", Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do("player:p1", Sit(Seat(1), commitment=own))
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p2", Sit(Seat(1), commitment=own))
    desk.do("player:p0", Start())
    assert desk.table.closing is not None
    another = Reveal(entropy("one"), desk.table.closing.head)
    assert desk.refused("player:p2", another) == ("table/entropy_differs", "T4")


def test_a_copied_commitment_cannot_be_revealed_in_a_tournament() -> None:
    case = Case(PEOPLE)
    for who in ("p0", "p1"):
        case.ask(cm.Register("player", (who,), None, promised_by(0)), f"player:{who}")
    case.ask(cm.Call())
    case.ask(reveal(case.tournament, 0, brought_by(0)), "player:p0")
    with refused(case, "tournament/entropy_differs", "U5"):
        case.ask(reveal(case.tournament, 1, brought_by(0)), "player:p1")
    case.at = case.tournament.until
    case.tick()
    assert case.tournament.entropies == (brought_by(0), "")


def test_a_team_is_bound_to_the_member_who_has_committed_whoever_reveals() -> None:
    case = Case(settings(PEOPLE, entrants={"kinds": ["team"]}, format={"rotate": True}))
    for number, team in enumerate((("ann", "ben"), ("eve", "fay"))):
        case.ask(cm.Register("team", team))
        case.ask(cm.CheckIn(Entrant(number), promised_by(0, "ben")), f"player:{team[1]}")
        case.ask(cm.CheckIn(Entrant(number)), f"player:{team[0]}")  # who commits to nothing
    case.ask(cm.Call())
    case.ask(reveal(case.tournament, 0, brought_by(0)), "player:ann")
    with refused(case, "tournament/entropy_differs", "U5"):
        case.ask(reveal(case.tournament, 1, brought_by(0)), "player:eve")


def test_who_plays_on_for_an_entrant_is_bound_to_who_has_committed() -> None:
    case = Case(PEOPLE).enter(2, "player")
    case.ask(cm.CheckIn(Entrant(0), promised_by(0)), "player:p0")
    case.ask(cm.CheckIn(Entrant(1), promised_by(1, "eve")), "player:p1")
    for number, one in enumerate(("dan", "eve")):
        case.ask(cm.Replace(Entrant(number), "player", (one,)))
    case.ask(cm.Call())
    case.ask(reveal(case.tournament, 0, brought_by(0)), "player:dan")
    with refused(case, "tournament/entropy_differs", "U5"):
        case.ask(reveal(case.tournament, 1, brought_by(1)), "player:eve")


@pytest.fixture
def believing(monkeypatch: pytest.MonkeyPatch) -> Believing:
    """Return what lets rules pass an entropy that was copied, as a patched server does."""

    def patched(where: str, do: Callable[[], object]) -> None:
        with monkeypatch.context() as patch:
            own = {
                "games.table.entropy": commitment("p0", "cat"),
                "tournaments.rules": promised_by(0),
            }
            patch.setattr(f"{where}.entropy_commitment", lambda *_: own[where])
            do()

    return patched


@NODE
def test_both_verifiers_name_a_table_at_which_the_server_took_a_copy(
    tmp_path: Path, believing: Believing
) -> None:
    desk, path = (
        Desk().opened(an_open("boosh", 2, options={"max_hands": 1})),
        tmp_path / "log.jsonl",
    )
    for seat in (0, 1):
        copied = commitment("p0", "cat")
        desk.do(f"player:p{seat}", Sit(Seat(seat), commitment=copied))
    desk.do("player:p0", Start())
    desk.reveal(0, "cat")
    with pytest.raises(Illegal, match="entropy"):
        desk.reveal(1, "cat")
    believing("games.table.entropy", lambda: desk.reveal(1, "cat"))
    log = pieces(text_of(desk))
    copied_at = at(log, "entropy_revealed", 1) + 1
    assert lie(path, log) == ("wrong_entropy", copied_at)
    second = json.loads(run_second("--key", SIGNER.public, path).stdout)
    assert (second["verdict"], second["why"]) == ("bad", "seat 1 had promised another entropy")


def test_the_verifier_names_a_tournament_in_which_the_server_took_a_copy(
    tmp_path: Path, believing: Believing
) -> None:
    cup = Cup(SWISS)
    for who in ("p0", "p1"):
        cup.ask(cm.Register("player", (who,), None, promised_by(0)), f"player:{who}")
    cup.ask(cm.Call())
    cup.ask(reveal(cup.tournament, 0, brought_by(0)), "player:p0")
    copied = reveal(cup.tournament, 1, brought_by(0))
    believing("tournaments.rules", lambda: cup.ask(copied, "player:p1"))
    path = tmp_path / "cup.jsonl"
    path.write_bytes(cup.text())
    (fault, *_) = verify_tournament(path, [PublicKey(SIGNER.public)], ()).report.faults
    assert (fault.kind, fault.n) == ("wrong_entropy", 6)
