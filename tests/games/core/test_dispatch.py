"""Tables of functions by kind, by word and by name."""

from dataclasses import dataclass

import pytest

from games.core.dispatch import BadDispatch, by_kind, by_name, by_word, on_event


@dataclass(frozen=True)
class Dealt:
    cards: int


@dataclass(frozen=True)
class Passed:
    seat: int


KINDS = (Dealt, Passed)
Event = Dealt | Passed


def dealt(state: str, event: Dealt) -> str:
    return f"{state} {event.cards}"


def passed(state: str, event: Passed) -> str:
    return f"{state} {event.seat}"


def test_a_table_by_kind_gives_the_function_of_each_kind() -> None:
    table = by_kind(KINDS, on_event(Dealt, dealt), on_event(Passed, passed))
    assert table[Dealt]("cards", Dealt(3)) == "cards 3"
    assert type(table) is dict


def test_a_table_says_what_it_goes_without() -> None:
    assert by_kind(KINDS, on_event(Dealt, dealt), without=(Passed,)) == {Dealt: dealt}
    assert by_word(("deal", "over"), {"deal": 1}, without=("over",)) == {"deal": 1}
    assert by_name(Event, {"dealt": Dealt}, without=(Passed,)) == {"dealt": Dealt}
    assert by_name(Dealt, {"dealt": Dealt}) == {"dealt": Dealt}  # a union of one


def test_what_is_forgotten_is_named() -> None:
    why = "lacks Passed: give it an entry, or name it in `without`"
    with pytest.raises(BadDispatch, match=why):
        by_kind(KINDS, on_event(Dealt, dealt))
    with pytest.raises(BadDispatch, match=why):
        by_name(Event, {"dealt": Dealt})
    with pytest.raises(BadDispatch, match="lacks over: "):
        by_word(("deal", "over"), {"deal": dealt})


def test_what_is_foreign_is_named() -> None:
    with pytest.raises(BadDispatch, match="Passed does not belong here: only Dealt"):
        by_kind((Dealt,), on_event(Dealt, dealt), on_event(Passed, passed))
    with pytest.raises(BadDispatch, match="pause does not belong here: only deal, over"):
        by_word(("deal", "over"), {"deal": 1, "over": 2}, without=("pause",))


def test_what_stands_twice_is_named() -> None:
    why = "Dealt stands here twice: once is enough"
    with pytest.raises(BadDispatch, match=why):
        by_kind(KINDS, *[on_event(Dealt, dealt)] * 2, on_event(Passed, passed))
    with pytest.raises(BadDispatch, match=why):
        by_name(Event, {"dealt": Dealt, "dealt_again": Dealt, "passed": Passed})
    with pytest.raises(BadDispatch, match="deal stands here twice"):
        by_word(("deal", "over"), {"deal": 1, "over": 2}, without=("deal",))
