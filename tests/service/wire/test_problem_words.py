"""The errors of the service in German: whole, with the same parameters, and none left over."""

from events.disputes.refusals import REFUSALS as OF_DISPUTES
from games import GAMES
from games.core.contract import AnyRefusal, open_sentence, refusal_parameters
from games.core.errors import named_errors
from games.core.presentation.texts import Template, Text
from games.table.refusals import REFUSALS as OF_TABLES
from projections.tables.languages import words_of
from service.limits.quotas import QUOTAS, SUBJECTS, QuotaSize, detail_of
from service.openapi.problems import problem_descriptions
from service.wire.problems import PROBLEM_KINDS
from tests.games.strict_catalogue import constant_words, require_refusal, require_translation
from tournaments.pairing.refusals import REFUSALS as OF_PAIRINGS
from tournaments.refusals import REFUSALS as OF_TOURNAMENTS

WORDS = words_of("service", "de") or {}
SHARED = words_of("games.table", "de") or {}
OTHERS: tuple[AnyRefusal, ...] = (*OF_DISPUTES, *OF_TOURNAMENTS, *OF_PAIRINGS)


def titles() -> set[str]:
    """Return the titles of all problems."""
    codes = {*problem_descriptions(), *(one.code for one in OF_TABLES)}
    codes |= {one.code for game in GAMES.values() for one in game.rules.refusals}
    return {code.partition("/")[2].replace("_", " ") for code in codes}


def usual_sentences() -> set[str]:
    """Return the sentences of problems that are always the same."""
    kinds = {one.detail for one in PROBLEM_KINDS if one.detail is not None}
    classes = [getattr(one, "detail", None) for one in named_errors()]
    return kinds | {one for one in classes if isinstance(one, str)}


def quota_templates() -> dict[str, Template]:
    """Return the sentences of quotas."""
    size = QuotaSize(1, 1)
    texts = [detail_of(name, "player", size) for name in QUOTAS]
    notes = [one.note for one in texts if isinstance(one, Text)]
    return {note.template.english: note.template for note in notes}


def test_every_problem_has_a_title_and_its_usual_sentence_in_german() -> None:
    assert sorted(titles() - WORDS.keys()) == []
    assert sorted(usual_sentences() - WORDS.keys() - SHARED.keys()) == []


def test_every_quota_is_told_in_german() -> None:
    templates = quota_templates()
    assert sorted(templates.keys() - WORDS.keys()) == []
    assert {*SUBJECTS.values()} <= WORDS.keys()
    for english, template in templates.items():
        require_translation(template, WORDS[english])


def test_refusals_of_disputes_are_whole_in_german_and_all_fill_in_what_there_is() -> None:
    disputes = {open_sentence(one) for one in OF_DISPUTES}
    assert sorted(disputes - WORDS.keys() - SHARED.keys()) == []
    for one in OTHERS:
        sentence = open_sentence(one)
        if sentence in WORDS:
            require_refusal(sentence, refusal_parameters(one.why), WORDS[sentence])


def test_no_word_is_left_over() -> None:
    known = titles() | usual_sentences() | quota_templates().keys() | {*SUBJECTS.values()}
    known |= {open_sentence(one) for one in OTHERS}
    for package in ("service", "projections", "events", "tournaments"):
        known |= constant_words(package)
    assert sorted(WORDS.keys() - known) == []
