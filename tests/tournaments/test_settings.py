"""Rule U1: settings are read strictly; every mistake has its path and its sentence."""

from typing import Any

import pytest

from games.core.values import BadValue, from_json
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments.settings import Settings, as_json, levels, settings_in

GAME = {"game": "boon", "seats": 4}


@pytest.mark.parametrize("data", [BOTS, PEOPLE])
def test_rule_u1_settings_are_told_in_full_and_read_again_as_they_are(data: Any) -> None:
    found = settings_in(data)
    told = as_json(found)
    assert from_json(Settings, told) == found == settings_in(told)
    assert all(game.rules == 1 and game.options for game in found.games)


def test_rule_u1_what_is_left_out_has_a_usual_value() -> None:
    found = settings_in(BOTS)
    assert (found.scoring.kind, found.scoring.normalise) == ("points", "none")
    several = settings(BOTS, games=[GAME, {"game": "boosh", "seats": 4}])
    assert settings_in(several).scoring.normalise == "places"
    assert levels(found)[0] == "novice"


@pytest.mark.parametrize(
    ("more", "path", "why"),
    [
        ({"formats": {}}, "formats", "is unknown; there are: games, format,"),
        ({"games": []}, "games", "must be 1 to 32 games"),
        ({"games": [{"game": "bone", "seats": 4}]}, "games.0.game", "must be one of: boojum, boon"),
        ({"games": [{"game": "boon"}]}, "games.0.seats", "is missing"),
        ({"games": [GAME, {**GAME, "seats": 9}]}, "games.1.seats", "Boon is for"),
        ({"games": [{**GAME, "set": 9}]}, "games.0.set", "is unknown"),
        ({"games": [{**GAME, "options": {"wild": 1}}]}, "games.0.options.wild", ""),
        ({"games": [{**GAME, "clock": {"turn": 0}}]}, "games.0.clock", "takes turn from 1"),
        ({"games": [{**GAME, "on_time_out": "x"}]}, "games.0.on_time_out", "must be one of"),
        ({"format": {"kind": "league"}}, "format.kind", "must be one of: round_robin, swiss"),
        ({"format": {"rounds": None}}, "format.rounds", "is missing: a swiss format needs it"),
        ({"format": {"rounds": 0}}, "format.rounds", "must be a whole number from 1"),
        ({"format": {"rounds": "3"}}, "format.rounds", "must be a whole number"),
        ({"format": {"kind": "knockout"}}, "format.rounds", "is not said of a knockout format"),
        ({"format": {"kind": "ladder", "rounds": None}}, "format.seconds", "is missing"),
        ({"format": {"seconds": 60}}, "format.seconds", "is said of a ladder format alone"),
        (
            {"format": {"kind": "knockout", "rounds": None, "advancing": 4}},
            "format.advancing",
            "must be one of: 1, 2; they fill",
        ),
        ({"format": {"third_place": True}}, "format.third_place", "in a knockout format alone"),
        ({"scoring": {"kind": "elo"}}, "scoring.kind", "must be one of"),
        ({"scoring": {"tie_breaks": ["wins", "wins"]}}, "scoring.tie_breaks.1", "stands there"),
        ({"schedule": {"reveal_seconds": 0}}, "schedule.reveal_seconds", "from 1 to"),
        ({"policies": {"void": "ignore"}}, "policies.void", "must be one of: replay, score"),
        ({"entrants": {"least": 0}}, "entrants.least", "must be a whole number from 1"),
        ({"entrants": {"least": 9, "most": 8}}, "entrants.most", "from 9 to"),
        ({"entrants": {"most": 3}}, "entrants.most", "must be at least 4"),
        ({"entrants": {"kinds": []}}, "entrants.kinds", "must be some of"),
        ({"entrants": {"kinds": ["cat"]}}, "entrants.kinds.0", "must be one of: player"),
        ({"entrants": {"kinds": ["bot", "player"]}}, "games.0.clock", "is missing"),
        ({"entrants": {"kinds": ["team"]}}, "format.rotate", "must be true"),
        ({"reveal": "never"}, "reveal", "must be one of"),
        ({"beacon": {"chain": "x"}}, "beacon", "must be a chain"),
        ({"spectator_delay": -1}, "spectator_delay", "must be a whole number"),
    ],
)  # fmt: skip
def test_rule_u1_a_mistake_is_named_with_its_path(more: Any, path: str, why: str) -> None:
    with pytest.raises(BadValue) as bad:
        settings_in(settings(BOTS, **more))
    assert bad.value.path == path
    assert why in bad.value.why


def test_rule_u1_only_bots_and_teams_are_played_in_all_turns() -> None:
    with pytest.raises(BadValue, match=r"format\.rotate: needs"):
        settings_in(settings(PEOPLE, format={"rotate": True}))
    assert settings_in(settings(BOTS, format={"rotate": True})).format.rotate
