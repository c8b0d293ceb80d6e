"""Tables of two held to another program: py4swiss, which pairs by the FIDE Dutch system of chess.

It needs the extra `pairings`. Seats are colours: who sits first has white. Our rules ask for less
than the Dutch system does, and both must agree on what is absolute: whether a round without a
rematch is possible, and with how many points one has the bye.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tournaments.pairing.cups import cup, met_again
from tournaments.pairing import DrawnRound, PairingContext, Swiss
from tournaments.pairing.history import history_of
from tournaments.tables import Entrant

dutch = pytest.importorskip("py4swiss.engines")
trf = pytest.importorskip("py4swiss.trf")


def report_text(past: PairingContext, rounds: int) -> str:
    """Return what was played in the form of FIDE's tournament reports (TRF16)."""
    points = history_of(past).points
    lines = [f"XXR {rounds}", "XXC white1"]
    for one in past.entrants:
        head = f"001 {one + 1:4} {'':4} {f'Player {one}':33} {2500 - one:4} {'':3} {'':11} {'':10}"
        played = (round_text(past, number, one) for number in range(len(past.rounds)))
        lines.append(f"{head} {points[one]:4.1f} {one + 1:4}  {'  '.join(played)}".rstrip())
    return "\n".join(lines) + "\n"


def round_text(past: PairingContext, number: int, one: Entrant) -> str:
    """Return an entrant's opponent, colour and result of a round, as the form wants them."""
    drawn, points = past.rounds[number], past.points[number]
    if one in drawn.byes:
        return "0000 - U"
    table: Sequence[Entrant] = next(table for table in drawn.tables if one in table)
    other = table[1 - table.index(one)]
    return f"{other + 1:4} {'wb'[table.index(one)]} {points.get(one, 0)}"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("field", [7, 8, 11, 16])
def test_both_find_a_round_without_a_rematch_and_give_the_bye_to_the_same_score(
    field: int, seed: int, tmp_path: Path
) -> None:
    rounds = 5
    for drawing in cup(Swiss(2, rounds), field, seed):
        path = tmp_path / "cup.trf"
        path.write_text(report_text(drawing.past, rounds))
        pairs = dutch.DutchEngine.generate_pairings(trf.TrfParser.parse(path, strict=True))
        history = history_of(drawing.past)
        assert len(pairs) == len(drawing.drawn.tables) + len(drawing.drawn.byes)
        theirs = DrawnRound(
            tuple((Entrant(p.white - 1), Entrant(p.black - 1)) for p in pairs if p.black)
        )
        assert met_again(theirs, history) == met_again(drawing.drawn, history) == 0
        out = [Entrant(pair.white - 1) for pair in pairs if not pair.black]
        assert [history.points[one] for one in out] == [
            history.points[one] for one in drawing.drawn.byes
        ]
