"""Cards as clients show them: order, points, suits, and a picture of each."""

from xml.etree import ElementTree as Xml

import pytest

from games import NEWEST
from games.core.cards.suits import SuitFace
from games.core.contract import CardFace
from games.core.game import AnyGame
from service.games.card_svg import render_card_svg
from service.games.cards import pictures_by_card
from tests.games.every import every_game
from tests.service.asker import Service, problem
from tests.service.document import document
from tests.service.schema import Schemas, schema_errors, strict

SVG = "{http://www.w3.org/2000/svg}"
SMALL = 60 / 250  # of the picture's units in pixels, where it is 60 pixels wide
LARGEST = 3_000  # bytes
KNOWN = {
    "svg": {"viewBox", "role", "aria-label"},
    "title": set(),
    "path": {"d", "fill", "transform"},
}
KNOWN |= {
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"},
    "text": {"x", "y", "font-family", "font-size", "font-weight", "text-anchor", "fill"},
}


def picture(face: CardFace, game: AnyGame) -> Xml.Element:
    return Xml.fromstring(
        render_card_svg(face, {suit.suit: suit for suit in game.presentation.suits})
    )


@every_game
def test_every_card_has_a_picture_with_its_name_rank_and_suits_and_nothing_else(
    game: AnyGame,
) -> None:
    for face in game.presentation.faces:
        root = picture(face, game)
        for one in root.iter():
            name = one.tag.removeprefix(SVG)
            assert set(one.attrib) <= KNOWN[name], (face.id, name)
        assert len(pictures_by_card()[face.id].data) <= LARGEST
        words = [one.text for one in root.iter(f"{SVG}text")]
        assert (root.findtext(f"{SVG}title"), words[-1]) == (face.name, face.name)
        assert words[0] == (face.rank or face.label)
        shapes = {one.get("d"): one.get("fill") for one in root.iter(f"{SVG}path")}
        for suit in game.presentation.suits:
            expected = suit.colour if suit.suit in face.suits else None
            assert shapes.get(suit.outline) == expected


@every_game
def test_the_rank_of_a_card_can_be_read_at_60_pixels_and_no_word_leaves_the_card(
    game: AnyGame,
) -> None:
    for face in game.presentation.faces:
        texts = [*picture(face, game).iter(f"{SVG}text")]
        assert int(texts[0].get("font-size", 0)) * SMALL >= 10, face.id
        for one in texts:
            wide = {"bold": 0.72, "normal": 0.61}[one.get("font-weight", "")]  # of a usual serif
            width = wide * len(one.text or "") * int(one.get("font-size", 0))
            left = {"start": 0.0, "middle": width / 2}[one.get("text-anchor", "")]
            x = int(one.get("x", 0))
            assert 0 <= x - left <= x - left + width <= 250, (face.id, one.text)


def test_pictures_differ_where_cards_do(service: Service) -> None:
    boon = [pictures_by_card()[face.id].data for face in NEWEST["boon"].presentation.faces]
    assert len(set(boon)) == len(boon)


def test_a_picture_is_served_so_that_it_can_be_kept_and_runs_nothing(service: Service) -> None:
    answer = service.nobody.get("/v1/cards/gold-7.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "public, max-age=604800"
    for coding in ("identity", "gzip"):
        got = service.nobody.get("/v1/cards/gold-7.svg", Accept_Encoding=coding)
        tag = got.headers["ETag"]
        again = service.nobody.get(
            "/v1/cards/gold-7.svg", If_None_Match=tag, Accept_Encoding=coding
        )
        assert (again.status_code, again.data) == (304, b""), coding
    for other in (tag, '""', 'W/""'):
        answer = service.nobody.get("/v1/cards/gold-8.svg", If_None_Match=other)
        assert answer.status_code == 200


def test_a_picture_has_the_name_of_the_card_in_the_language_of_the_game(service: Service) -> None:
    german = service.nobody.ask("GET", "/v1/games/boon", headers={"Accept-Language": "de"})
    for cards in (
        german.get_json()["cards"],
        service.nobody.get("/v1/games/boon").get_json()["cards"],
    ):
        picture = service.nobody.get(cards[0]["svg"])
        assert f"<title>{cards[0]['name']}</title>" in picture.text
        version = service.nobody.get(picture.headers["Content-Location"])
        assert version.data == picture.data
    problem(service.nobody.get("/v1/cards/gold-7.svg?language=fr"), 400, "http/bad_query")


@pytest.mark.parametrize("card", ["gold-99", "gold-7.svg", "..%5c..", "%00", "<svg>"])
def test_there_is_no_picture_of_what_is_no_card(service: Service, card: str) -> None:
    problem(service.nobody.get(f"/v1/cards/{card}.svg"), 404, "card/unknown")


def test_what_a_package_of_its_own_says_of_a_card_stands_in_the_picture_as_text() -> None:
    evil = '</title><script>alert(1)</script>"&\' onload="x'
    face = CardFace("x", evil, evil, ("s",), evil)
    suit = SuitFace("s", evil, "x", "#123456", '"/><script/>')
    root = Xml.fromstring(render_card_svg(face, {"s": suit}))
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == {
        "svg",
        "title",
        "rect",
        "text",
        "path",
    }
    assert root.findtext(f"{SVG}title") == root.get("aria-label") == evil
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on")]


@every_game
def test_a_game_tells_order_points_and_suits_of_its_cards_and_where_the_pictures_are(
    service: Service, game: AnyGame
) -> None:
    found = service.nobody.get(f"/v1/games/{game.name}").get_json()
    check = Schemas(strict(document())).validator({"$ref": "#/components/schemas/GameDetails"})
    assert schema_errors(check, found) == []
    assert [card["order"] for card in found["cards"]] == [*range(len(game.presentation.faces))]
    assert all(service.nobody.get(card["svg"]).status_code == 200 for card in found["cards"][:3])
    assert [suit["symbol"] for suit in found["suits"]] == [
        suit.symbol for suit in game.presentation.suits
    ]


def test_points_are_told_where_a_card_counts_by_itself(service: Service) -> None:
    cards = service.nobody.get("/v1/games/boon").get_json()["cards"]
    assert sum(card["points"] for card in cards) == 120
    boosh = {
        card["id"]: card["points"]
        for card in service.nobody.get("/v1/games/boosh").get_json()["cards"]
    }
    assert (boosh["AC"], boosh["KS"], boosh["JK"]) == (1, 13, None)
