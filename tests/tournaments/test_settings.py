"""Rule U1: settings are read strictly; every mistake has its path and its sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.contract import Illegal
from games.core.type_hints.values import BadValue, from_json
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments.pairing import Knockout, require_possible
from tournaments.settings import Settings, settings_in, settings_to_json, shared_bot_levels

GAME = {"game": "boon", "seats": 4}


@pytest.mark.parametrize("data", [BOTS, PEOPLE])
def test_rule_u1_settings_are_told_in_full_and_read_again_as_they_are(data: Any) -> None:
    found = settings_in(data)
    told = settings_to_json(found)
    assert from_json(Settings, told) == found == settings_in(told)
    assert all(game.rules == 1 and game.options for game in found.games)


def test_rule_u1_settings_that_came_later_are_told_only_where_they_say_something() -> None:
    told = settings_to_json(settings_in(BOTS))
    assert "seeding" not in told["format"]
    assert "least_rating" not in told["entrants"]
    own = settings_in(settings(BOTS, format={"seeding": "rating"}, entrants={"most_rating": 9}))
    told = settings_to_json(own)
    assert (told["format"]["seeding"], told["entrants"]["most_rating"]) == ("rating", 9)
    assert settings_in(told) == own


def test_rule_u1_tables_of_other_sizes_are_told_where_they_are_and_counted_by_places() -> None:
    own = settings_in(settings(BOTS, games=[{**GAME, "other_seats": [3, 5]}]))
    assert own.scoring.normalise == "places"
    (game,) = settings_to_json(own)["games"]
    assert tuple(game["other_seats"]) == own.games[0].other_seats == (3, 5)
    assert "other_seats" not in settings_to_json(settings_in(BOTS))["games"][0]


def test_rule_u1_what_is_left_out_has_a_usual_value() -> None:
    found = settings_in(BOTS)
    assert (found.scoring.kind, found.scoring.normalise) == ("points", "none")
    several = settings(BOTS, games=[GAME, {"game": "boosh", "seats": 4}])
    assert settings_in(several).scoring.normalise == "places"
    assert shared_bot_levels(found)[0] == "novice"


@pytest.mark.parametrize(
    ("clock", "first"), [({"turn": 30}, 60), ({"turn": 30, "first_turn": 45}, 45), (None, None)]
)
def test_rule_u1_the_first_turn_has_sixty_seconds_unless_the_clock_says_otherwise(
    clock: Any, first: int | None
) -> None:
    (game,) = settings_in(settings(BOTS, games=[{**GAME, "clock": clock}])).games
    assert (game.clock and game.clock["first_turn"]) == first


@pytest.mark.parametrize(
    ("more", "path", "why"),
    [
        ({"formats": {}}, "formats", "is unknown; there are: games, format,"),
        ({"games": []}, "games", "must be 1 to 32 games"),
        ({"games": [{"game": "bone", "seats": 4}]}, "games.0.game", "must be one of: boojum, boon"),
        ({"games": [{"game": "boon"}]}, "games.0.seats", "is missing"),
        ({"games": [GAME, {**GAME, "seats": 9}]}, "games.1.seats", "Boon is for"),
        ({"games": [{**GAME, "set": 9}]}, "games.0.set", "is unknown"),
        ({"games": [{**GAME, "other_seats": [9]}]}, "games.0.other_seats", "must be some of: 3, 5"),
        ({"games": [{**GAME, "other_seats": []}]}, "games.0.other_seats", "must be null, or one"),
        ({"games": [{**GAME, "other_seats": [3, 3]}]}, "games.0.other_seats", "each once"),
        (
            {"games": [{**GAME, "other_seats": [3]}], "scoring": {"normalise": "none"}},
            "scoring.normalise",
            "are compared by \"places\" alone",
        ),
        (
            {
                "games": [{**GAME, "other_seats": [3]}],
                "format": {"kind": "ladder", "rounds": None, "seconds": 9},
            },
            "games.0.other_seats",
            "is only for the round_robin, swiss, own formats",
        ),
        ({"games": [{**GAME, "options": {"wild": 1}}]}, "games.0.options.wild", ""),
        ({"games": [{**GAME, "clock": {"turn": 0}}]}, "games.0.clock", "takes turn from 1"),
        ({"games": [{**GAME, "on_time_out": "x"}]}, "games.0.on_time_out", "must be one of"),
        ({"format": {"kind": "league"}}, "format.kind", "must be one of: round_robin, swiss"),
        ({"format": {"rounds": None}}, "format.rounds", "is missing: a swiss format needs it"),
        ({"format": {"rounds": 0}}, "format.rounds", "must be a whole number from 1"),
        ({"format": {"rounds": "3"}}, "format.rounds", "must be a whole number"),
        ({"format": {"kind": "knockout"}}, "format.rounds", "must be left out: a knockout format"),
        ({"format": {"kind": "ladder", "rounds": None}}, "format.seconds", "is missing"),
        ({"format": {"seconds": 60}}, "format.seconds", "is only for the ladder format"),
        (
            {"format": {"kind": "own", "rounds": None}, "entrants": {"most_byes": 1}},
            "entrants.most_byes",
            "is only for the swiss format",
        ),
        (
            {"format": {"kind": "own", "seats_first": True}},
            "format.seats_first",
            "is only for the swiss format",
        ),
        (
            {"format": {"kind": "knockout", "rounds": None, "advancing": 4}},
            "format.advancing",
            "must be one of: 1, 2; they fill",
        ),
        ({"format": {"advancing": 2**53}}, "format.advancing", "number under 2^53 in size"),
        ({"format": {"advancing": -(2**63)}}, "format.advancing", "number under 2^53 in size"),
        ({"format": {"third_place": True}}, "format.third_place", "is only for the knockout"),
        ({"format": {"advancing": 2}}, "format.advancing", "is only for the knockout and pools"),
        ({"format": {"cycles": 2}}, "format.cycles", "is only for the round_robin and pools"),
        ({"format": {"kind": "pools", "rounds": None}}, "format.pools", "is missing: a pools"),
        ({"policies": {"prizes": [9, -1]}}, "policies.prizes.1", "must be a whole number"),
        ({"policies": {"prizes": [1, 2]}}, "policies.prizes.1", "must not be more"),
        ({"policies": {"prize_unit": "a b"}}, "policies.prize_unit", "must be 1 to 12 letters"),
        ({"format": {"pools": 3}}, "format.pools", "is only for the pools format"),
        (
            {"format": {"kind": "pools", "rounds": None, "pools": 2, "qualify": 1}},
            "format.qualify",
            "must fill a table of 4",
        ),
        ({"format": {"rematches": True}}, "format.rematches", "is only for the own format"),
        ({"scoring": {"kind": "elo"}}, "scoring.kind", "must be one of"),
        ({"scoring": {"tie_breaks": ["wins", "wins"]}}, "scoring.tie_breaks.1", "is named twice"),
        (
            {"scoring": {"kind": "duplicate"}, "format": {"duplicate": False}},
            "scoring.kind",
            "compares who had the same cards",
        ),
        ({"schedule": {"reveal_seconds": 0}}, "schedule.reveal_seconds", "from 1 to"),
        ({"policies": {"void": "ignore"}}, "policies.void", "must be one of: replay, score"),
        ({"entrants": {"least": 0}}, "entrants.least", "must be a whole number from 1"),
        ({"entrants": {"least": 9, "most": 8}}, "entrants.most", "from 9 to"),
        ({"entrants": {"most": 3}}, "entrants.most", "must be at least 4"),
        ({"entrants": {"kinds": []}}, "entrants.kinds", "must be one or more of"),
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


def test_rule_u1_every_mistake_is_named_at_once() -> None:
    wrong = settings(
        BOTS,
        games=[{"game": "boon", "seats": 9, "options": {"wild": 1}}, {"game": "bone"}, 5],
        format={"rounds": 0, "third_place": True, "speed": 1},
        entrants={"least": 0},
        reveal="never",
        schedule=[],
        colour="red",
    )
    with pytest.raises(BadValue) as bad:
        settings_in(wrong)
    assert set(bad.value.errors) == {
        "games.0.seats", "games.0.options.wild", "games.1.seats", "games.2", "format.rounds",
        "format.third_place", "format.speed", "entrants.least", "reveal", "schedule", "colour",
    }  # fmt: skip
    assert all(path in bad.value.detail for path in bad.value.errors)


@pytest.mark.parametrize("data", [{}, {"games": 1, "format": "swiss"}, {"scoring": 5}])
def test_rule_u1_what_can_not_be_read_at_all_is_named_too(data: Any) -> None:
    with pytest.raises(BadValue) as bad:
        settings_in(data)
    assert {"games", "format", *data} == set(bad.value.errors)


def test_rule_u1_the_cards_are_not_kept_from_players_whose_secret_is_opened() -> None:
    with pytest.raises(BadValue, match=r"reveal: .*everybody can compute the deals"):
        settings_in(settings(BOTS, reveal="auditors"))


@pytest.mark.parametrize(
    ("game", "shared"), [("boon", True), ("goblin_market", False), ("boojum", False)]
)
def test_rule_u1_deals_are_shared_where_that_makes_intervals_narrower(
    game: str, shared: bool
) -> None:
    games = [{"game": "boosh", "seats": 4}, {"game": game, "seats": 4}]
    asked = [settings(BOTS, games=games, format={"duplicate": wish}) for wish in (None, True)]
    assert [settings_in(one).format.duplicate for one in asked] == [shared, True]
    assert settings_in(settings(BOTS, games=games)).format.duplicate is shared


@pytest.mark.parametrize("seats", range(2, 7))
def test_rule_u60_settings_let_as_many_go_on_as_pairing_takes(seats: int) -> None:
    game = {"game": "boosh" if seats < 3 else "bum", "seats": seats}
    for advancing in range(seats + 2):
        knockout = {"kind": "knockout", "rounds": None, "advancing": advancing}
        data = settings(BOTS, games=[game], format=knockout)
        own = refuses(settings_in, data)
        assert own == refuses(require_possible, Knockout(seats, advancing), 12), advancing


def refuses(ask: Callable[..., object], *arguments: object) -> bool:
    """Say whether what is asked is refused."""
    try:
        ask(*arguments)
    except (BadValue, Illegal):
        return True
    return False


def test_rule_u1_only_bots_and_teams_are_played_in_all_turns() -> None:
    with pytest.raises(BadValue, match=r"format\.rotate: needs"):
        settings_in(settings(PEOPLE, format={"rotate": True}))
    assert settings_in(settings(BOTS, format={"rotate": True})).format.rotate
