"""What must hold of the texts of every game, at random tables."""

from typing import Any

import orjson

from games.core.contract import Seat
from games.core.game import AnyGame
from games.core.presentation.marks import marks_in, strip_marks
from games.core.presentation.texts import Note, english_sentence, sentence_params
from games.core.type_hints.values import known_to, split_by_audience
from games.table.notes import TEXTS as TABLE_TEXTS
from tests.games.every import every_game
from tests.laws import Law

KINDS: dict[str, Any] = {
    "seat": int, "seats": tuple, "card": str, "cards": tuple,
    "number": int, "signed": int, "word": str, "notes": tuple,
}  # fmt: skip


SECRETIVE = {
    "boojum",
    "boon",
    "boosh",
    "bum",
}  # some seats are told more; a stranger's game may not


def require_fitting(game: AnyGame, note: Note, texts: dict[str, Any]) -> None:
    """Hold a note to its template: that is one of the game's, with all its parameters."""
    template, values = note
    assert texts[template.name] is template
    assert values.keys() == template.params.keys()
    for name, kind in template.params.items():
        assert isinstance(values[name], KINDS[kind]), (template.name, name)
        if kind == "notes":
            for inner in values[name]:
                require_fitting(game, inner, texts)


@every_game
def test_every_note_is_a_text_of_the_game_with_its_parameters(law: Law, game: AnyGame) -> None:
    texts = {one.name: one for one in game.presentation.texts}
    assert len({*texts, *(one.name for one in TABLE_TEXTS)}) == len(game.presentation.texts) + len(
        TABLE_TEXTS
    )
    assert all(name.startswith(f"{game.name}.") for name in texts)
    for play in law.plays(game):
        for state, event in play.stretch(15):
            for seat in (None, *map(Seat, range(play.seats))):
                note = game.presentation.notes(state, event, seat)
                require_fitting(game, note, texts)
                orjson.dumps(sentence_params(note))
                text = english_sentence(note, game.presentation.marks)
                assert text == text[:1].upper() + text[1:] and "{" not in text
                assert all(int(one.id) < play.seats for one in marks_in(text) if one.kind == "seat")
                assert "](" not in strip_marks(text)


@every_game
def test_a_seat_is_told_more_than_others_only_of_what_is_sealed_to_it(
    law: Law, game: AnyGame
) -> None:
    for play in law.plays(game, {"told more": game.name in SECRETIVE}):
        for state, event in play.stretch(15):
            _, parts = split_by_audience(event)
            public = game.presentation.notes(state, event, None)
            for seat in map(Seat, range(play.seats)):
                if game.presentation.notes(state, event, seat) != public:
                    assert any(known_to(key, seat) for key in parts)
                    law.met["told more"] += 1
