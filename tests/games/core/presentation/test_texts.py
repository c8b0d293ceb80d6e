"""Texts: templates in ICU MessageFormat, and the sentences that follow from them."""

from typing import Any

import pytest

from games.core.presentation.texts import (
    BadTemplate,
    english_sentence,
    sentence_params,
    template,
    template_facts,
)

MARKS = {"sea": "[The Sea](card:sea)", "end": "[The End](card:end)"}
GETS = template("gets", "{seat} gets {coins, plural, one {# coin} other {# coins}}",
                seat="seat", coins="number")  # fmt: skip


@pytest.mark.parametrize(
    ("english", "kind", "value", "text"),
    [
        ("{it} passes", "seat", 2, "[Seat 2](seat:2) passes"),
        ("won by {it}", "seats", (0, 2), "Won by [seat 0](seat:0) and [seat 2](seat:2)"),
        ("{it} is played", "card", "sea", "[The Sea](card:sea) is played"),
        ("for {it}", "cards", ("sea", "end"), "For [The Sea](card:sea) and [The End](card:end)"),
        ("{it} all in all", "number", -3, "-3 all in all"),
        ("{it} points", "signed", 3, "+3 points"),
        ("{it, plural, one {# day} other {# days}}", "number", 1, "1 day"),
        ("{it, plural, one {# day} other {# days}}", "number", 0, "0 days"),
        ("{it, select, yes {won} other {lost}}", "word", "yes", "Won"),
        ("{it, select, yes {won} other {lost}}", "word", "no", "Lost"),
        ("{it, select, yes {won} other {}}", "word", "no", ""),
        ("paid: {it}", "notes", (GETS(seat=0, coins=1), GETS(seat=1, coins=2)),
         "Paid: [seat 0](seat:0) gets 1 coin; [seat 1](seat:1) gets 2 coins"),
    ],
)  # fmt: skip
def test_a_sentence_follows_from_a_template_and_its_parameters(
    english: str, kind: Any, value: object, text: str
) -> None:
    assert english_sentence(template("one", english, it=kind)(it=value), MARKS) == text


@pytest.mark.parametrize(
    ("english", "kinds", "why"),
    [
        ("{seat} passes", {}, "seat has no kind"),
        ("passes", {"seat": "seat"}, "lacks seat"),
        ("{seat passes", {"seat": "seat"}, "cannot be read"),
        ("passes}", {}, "closes what is not open"),
        ("{it, plural, one {a} other {b}}", {"it": "word"}, "is no number"),
        ("{it, select, one {a} other {b}}", {"it": "number"}, "is no word"),
        ("{it, select, one {a}}", {"it": "word"}, "needs `other`"),
        ("{it, select, one {a} other {b}", {"it": "word"}, "closing brace"),
    ],
)
def test_a_template_that_does_not_fit_its_parameters_is_refused(
    english: str, kinds: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadTemplate, match=why):
        template("one", english, **kinds)


def test_parameters_are_json_with_the_texts_within_a_text() -> None:
    note = template("paid", "paid: {all}", all="notes")(all=(GETS(seat=0, coins=1),))
    row = {"template": "gets", "params": {"seat": 0, "coins": 1}}
    assert sentence_params(note) == {"all": [row]}


def test_translators_get_the_kind_of_each_parameter() -> None:
    assert template_facts(GETS) == {
        "template": "gets",
        "english": "{seat} gets {coins, plural, one {# coin} other {# coins}}",
        "params": [{"name": "seat", "kind": "seat"}, {"name": "coins", "kind": "number"}],
    }


def test_parameters_come_from_the_fields_of_an_event_truths_and_nothing_as_words() -> None:
    class Event:
        won, lost, none, seat = True, False, None, 4

    made = template(
        "e", "{seat} {won, select, yes {a} other {}}{lost, select, no {b} other {}}"
        "{none, select, none {c} other {}}", seat="seat", won="word", lost="word", none="word",
    ).of(None, Event())  # fmt: skip
    assert made.values == {"seat": 4, "won": "yes", "lost": "no", "none": "none"}
    assert english_sentence(made, {}) == "[Seat 4](seat:4) abc"
