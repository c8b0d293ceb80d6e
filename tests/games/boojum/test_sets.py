"""All kinds of sets, and what an Excuse stands for in them."""

import pytest

from games.boojum import GAME
from games.core.contract import Seat
from tests.games.boojum.cards import cards
from tests.games.boojum.table import acted, claimed, claiming, claims
from tests.given import given

A = Seat(0)

ONE_OF_EACH = [
    ("moons", "straight", "ace-moons author journey mountain forest lunatic"),
    ("moons", "aces_and_crowns", "ace-moons ace-moons ace-suns ace-knots bard bard sea end"),
    ("moons", "one_rank", "mountain mountain sailor sailor battle battle"),
    ("suns", "straight", "ace-suns desert painter mountain discovery"),
    ("suns", "one_rank", "mountain mountain sailor sailor battle"),
    ("suns", "flush", "ace-suns ace-suns desert painter mountain bard pact pact"),
    ("waves", "straight", "cave mill darkness sea"),
    ("waves", "one_rank", "pact pact darkness merchant"),
    ("waves", "flush", "ace-waves ace-waves origin journey sea sea mill"),
    ("leaves", "symbols", "author desert origin author desert origin"),
    ("leaves", "locations", "desert origin mountain forest market castle"),
    ("leaves", "people", "author painter savage sailor soldier lunatic"),
    ("leaves", "events", "origin journey battle discovery market pact"),
    ("wyrms", "locations_of_a_suit", "origin origin mill"),
    ("wyrms", "people_of_a_suit", "author painter merchant"),
    ("wyrms", "events_of_a_suit", "pact pact journey"),
    ("wyrms", "locations_in_sequence", "mountain forest market"),
    ("wyrms", "people_in_sequence", "author savage sailor"),
    ("wyrms", "events_in_sequence", "origin journey battle"),
    ("knots", "symbols", "author desert origin"),
    ("knots", "run", "penitent cave diplomat merchant sea"),
    ("knots", "flush", "author author merchant windfall windfall"),
]


@pytest.mark.parametrize(("token", "kind", "words"), ONE_OF_EACH)
def test_rule_9_every_kind_of_set_pays_its_token(token: str, kind: str, words: str) -> None:
    state = acted(claiming(words), (0, claims(token, kind, words)))
    assert state.tokens[0] == (token,)
    assert state.hands[0] == cards("darkness")


@pytest.mark.parametrize(("token", "kind", "words"), ONE_OF_EACH)
def test_rule_9_a_joker_takes_any_place_in_every_kind_of_set(
    token: str, kind: str, words: str
) -> None:
    for place in range(len(words.split())):
        some = words.split()
        some[place] = "excuse"
        state = claiming(" ".join(some), excuse=True, excuse_symbols=2)
        state = acted(state, (0, claims(token, kind, " ".join(some))))
        assert state.tokens[0] == (token,)


def test_ruling_b29_a_claim_says_of_an_excuse_only_what_its_kind_needs() -> None:
    for token, kind, words in [
        ("knots", "flush", "author author painter windfall excuse"),
        ("waves", "one_rank", "author author desert excuse"),
        ("leaves", "people", "author painter savage sailor soldier excuse"),
        ("wyrms", "people_of_a_suit", "author painter excuse"),
    ]:
        state = claiming(words, excuse=True)
        given(GAME, state).when(0, claims(token, kind, words, "knots")).then_refused(
            "boojum/nothing_to_name", "B29"
        )
        assert claimed(state, claims(token, kind, words)).excuses == ()


def test_ruling_b29_no_more_words_than_excuses() -> None:
    words = "excuse diplomat merchant"
    given(GAME, claiming(words, excuse=True)).when(
        0, claims("wyrms", "people_in_sequence", words, "7", "Crown")
    ).then_refused("boojum/too_many_names", "B29")


@pytest.mark.parametrize(
    ("token", "kind", "words", "named", "filled"),
    [
        ("wyrms", "people_in_sequence", "excuse diplomat merchant", (), ("7",)),
        ("wyrms", "people_in_sequence", "excuse merchant bard", (), ("8",)),
        ("waves", "straight", "excuse excuse mountain forest", (), ("2", "3")),
        ("waves", "straight", "excuse excuse mountain forest", ("6",), ("6", "3")),
        ("waves", "straight", "excuse excuse ace-moons author", (), ("3", "4")),
        ("knots", "symbols", "excuse excuse desert origin", (), ("moons", "knots")),
        ("knots", "symbols", "excuse excuse desert origin", ("knots",), ("knots", "moons")),
    ],
)
def test_ruling_b29_what_is_left_out_is_the_lowest_rank_or_first_suit_that_fits(
    token: str, kind: str, words: str, named: tuple[str, ...], filled: tuple[str, ...]
) -> None:
    state = claiming(words, excuse=True)
    assert claimed(state, claims(token, kind, words, *named)).excuses == filled


def test_ruling_b29_in_four_and_four_an_excuse_is_an_ace_or_a_crown() -> None:
    words = "ace-moons ace-moons ace-suns bard bard sea excuse excuse"
    state = claiming(words, excuse=True)

    def claim(*named: str) -> tuple[str, ...]:
        action = claims("moons", "aces_and_crowns", words, *named)
        return claimed(state, action).excuses

    assert claim() == ("A", "Crown")
    assert claim("Crown") == ("Crown", "A")
    for named, code, rule in [(("9",), "no_such_rank", "B29"), (("A", "A"), "misnamed", "B29")]:
        given(GAME, state).when(0, claims("moons", "aces_and_crowns", words, *named)).then_refused(
            f"boojum/{code}", rule
        )


def test_ruling_b30_excuses_alone_are_no_set() -> None:
    words = "excuse excuse excuse excuse"
    state = claiming(words, excuse=True, decks=4)
    given(GAME, state).when(0, claims("waves", "one_rank", words)).then_refused(
        "boojum/only_excuses", "B30"
    )
    assert GAME.rules.choices(state, A).picks == ()
