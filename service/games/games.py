"""The games: seats, options, actions and rules."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, TypedDict, TypeVar, cast

import orjson
from flask import Blueprint, Response

from games import NEWEST
from games.core.bots import levels_of
from games.core.contract import CardFace
from games.core.game import AnyGame
from games.core.options import OptionForm, option_forms
from games.core.presentation.texts import TemplateFacts, template_facts
from games.core.presentation.translations import Catalogue
from games.core.type_hints.records import Component, any_word_of
from games.table.endings import ENDINGS, OWN
from games.table.notes import TEXTS
from projections.tables.languages import ENGLISH, catalogue_of
from service.games.about import AboutGame, about_game
from service.wire.json_schema import action_forms
from service.wire.languages import language_of, requested_catalogue, requested_language
from service.wire.problems import UNKNOWN_GAME
from service.wire.requests import json_response
from service.wire.versions import VersionedText

ABOUT_TEXTS = ("kind", "summary", "introduction", "brief")
blueprint = Blueprint("games", __name__, url_prefix="/v1/games")


S = TypeVar("S", bound="GameSummary")


class SeatRange(TypedDict):
    """How many seats a table may have."""

    least: int
    most: int


class LadderBot(TypedDict):
    """A bot that may be given a seat."""

    bot: str
    rating: Annotated[int, "How strong it is, where `regular` has 1500."]


class GameSummary(TypedDict):
    """A game."""

    game: Annotated[str, "Its name in requests."]
    title: Annotated[str, "Its name for people."]
    rules: Annotated[int, "Version of the rules."]
    seats: SeatRange
    bots: Annotated[list[str], "The levels of its bots."]
    ladder: Annotated[list[LadderBot], "The same with the bots between, the weakest first."]
    about: AboutGame


class Games(TypedDict):
    """All games."""

    games: list[GameSummary]


class EndingFacts(TypedDict):
    """A reason why a table ends."""

    why: Annotated[str, any_word_of(*ENDINGS), "Its code in an outcome."]
    text: Annotated[str, "The same in a sentence."]


class PhaseFacts(TypedDict):
    """A phase of the play, as boards name it."""

    phase: str
    text: Annotated[str, "What is going on then, in a sentence."]


class CardFacts(TypedDict):
    """A card as clients show it."""

    id: str
    name: str
    rank: str | None
    suits: tuple[str, ...]
    label: Annotated[str, "A few characters for small screens."]
    points: Annotated[int | None, "What it counts; null: nothing, or nothing by itself."]
    order: Annotated[int, "Its place in a sorted hand, from 0."]
    svg: Annotated[
        str, "Path of its picture, `/v1/cards/{card}.svg`, with its name in the language."
    ]


class GameDetails(GameSummary):
    """A game with all that a client needs to open and play it."""

    options: list[OptionForm]
    brief: Annotated[Mapping[str, Any], "Options of a short table, for a first try or a test."]
    actions: Annotated[list[Mapping[str, Any]], "JSON Schemas of the actions."]
    cards: Annotated[
        list[CardFacts],
        "Every card that a table of this game may have, in the order of a sorted hand.",
    ]
    suits: Annotated[
        list[Annotated[Mapping[str, Any], Component("SuitFace")]],
        "How the suits of its cards look; none where its cards have none.",
    ]
    texts: Annotated[
        list[Annotated[TemplateFacts, Component("TextTemplate")]],
        "Every text of a story at a table of this game, for translations.",
    ]
    phases: Annotated[list[PhaseFacts], "The phases that a board of this game may name."]
    endings: Annotated[list[EndingFacts], "Why a table of this game may end."]


def newest_rules(name: str) -> AnyGame:
    """Return the newest rules version of a game, or answer 404."""
    if name not in NEWEST:
        raise UNKNOWN_GAME(f"There is no game {name}; there are: {', '.join(NEWEST)}")
    return NEWEST[name]


def game_summary(game: AnyGame) -> GameSummary:
    """Return what a list of games shows."""
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
        "bots": levels_of(game.bots.levels),
        "ladder": [{"bot": one, "rating": game.bots.ratings[one]} for one in game.bots.ladder],
        "about": about_game(game),
    }


@blueprint.get("")
def games() -> Response:
    """List the games."""
    language, found = requested_language(), []
    for one in NEWEST.values():
        catalogue, summary = catalogue_of(one, language), game_summary(one)
        found.append(summary if catalogue is None else _translate_summary(catalogue, summary))
    body: Games = {"games": found}
    return json_response(body, headers={"Content-Language": language, "Vary": "Accept-Language"})


@blueprint.get("/<game>")
def game(game: str) -> Response:
    """Show a game."""
    found = newest_rules(game)
    language = language_of(requested_catalogue(found))
    return game_details_json(found, language).answer(
        Content_Language=language, Vary="Accept-Language"
    )


@blueprint.get("/<game>/rules")
def game_rules(game: str) -> Response:
    """Show the rules of a game."""
    return game_rules_text(newest_rules(game)).answer(Content_Language=ENGLISH)


@cache
def game_rules_text(found: AnyGame) -> VersionedText:
    """Return the rules of a game, as they are sent."""
    rules = (files(found.package) / "RULES.md").read_bytes()
    return VersionedText(rules, "text/markdown; charset=utf-8")


@cache
def game_details_json(found: AnyGame, language: str = ENGLISH) -> VersionedText:
    """Return all that a client needs of a game, as it is sent."""
    details, catalogue = game_details(found), catalogue_of(found, language)
    if catalogue is not None:
        details = _translate_details(catalogue, details)
    return VersionedText(orjson.dumps(details), "application/json")


def _translate_summary(catalogue: Catalogue, found: S) -> S:
    """Return what a list of games shows, in another language."""
    about: Any = cast(Any, found)["about"]
    texts = {name: catalogue.text(about[name]) for name in ABOUT_TEXTS if about[name]}
    length = None if about["length"] is None else catalogue.text(about["length"])
    return cast(S, {**cast(Any, found), "about": {**about, **texts, "length": length}})


def _translate_details(catalogue: Catalogue, found: GameDetails) -> GameDetails:
    """Return all that a client needs of a game in another language."""
    text = catalogue.text
    return {
        **_translate_summary(catalogue, found),
        "options": [{**one, "meaning": text(one["meaning"])} for one in found["options"]],
        "cards": [
            {**one, "name": text(one["name"]), "svg": f"{one['svg']}?language={catalogue.language}"}
            for one in found["cards"]
        ],
        "suits": [{**one, "name": text(one["name"])} for one in found["suits"]],
        "phases": [{**one, "text": text(one["text"])} for one in found["phases"]],
        "endings": [{**one, "text": text(one["text"])} for one in found["endings"]],
    }


def game_details(found: AnyGame) -> GameDetails:
    """Return all that a client needs to open and play a game."""
    return {
        **game_summary(found),
        "options": option_forms(found.options),
        "brief": found.brief,
        "actions": [*action_forms(found)],
        "texts": [template_facts(one) for one in (*TEXTS, *found.presentation.texts)],
        "cards": [_card_facts(*each) for each in enumerate(found.presentation.faces)],
        "suits": [suit._asdict() for suit in found.presentation.suits],
        "phases": [{"phase": one, "text": text} for one, text in found.presentation.phases.items()],
        "endings": [
            {"why": why, "text": text} for why, text in {**OWN, **found.rules.endings}.items()
        ],
    }


def _card_facts(order: int, face: CardFace) -> CardFacts:
    """Return how clients show a card."""
    row: Any = {**face._asdict(), "order": order, "svg": f"/v1/cards/{face.id}.svg"}
    facts: CardFacts = row
    return facts
