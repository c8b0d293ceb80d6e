"""What must hold of every game cut into single steps, whoever asks for them."""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest

from bots.research.numbers import game_numbering
from bots.research.offers import seat_offer
from bots.research.steps import ActionWithoutSteps, ImpossibleStep, Position, TableTerms
from bots.research.tensors import game_tensors
from games import NEWEST
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.options import BadOptions
from games.core.search import choose_bot_action
from tests.bots.research.walks import choosing, terms, walk, walked
from tests.corpus import random_options
from tests.games.every import every_game
from tests.games.play import Play

TABLES = 6


def tables(game: AnyGame, count: int = TABLES) -> Iterator[tuple[TableTerms, Chance]]:
    """Yield tables of all numbers of seats that one Decktet, or two, serve."""
    for number in range(count):
        yield terms(game, game.seats[number % min(4, len(game.seats))]), Chance(number)


@every_game
def test_a_table_ends_or_is_broken_off_and_its_steps_lead_there_again(game: AnyGame) -> None:
    for played_by, luck in tables(game):
        *_, last = walk(played_by, luck)
        places, scores = last.scores()
        assert len(places) == len(scores) == played_by.seats
        assert last.decisions <= played_by.longest
        again = played_by.opened()
        for number in last.steps():
            again = again.after(number)
        assert (again.information(Seat(0)), again.scores()) == (
            last.information(Seat(0)),
            last.scores(),
        )


@every_game
def test_every_step_that_is_offered_can_be_taken_and_no_other(game: AnyGame) -> None:
    for played_by, luck in tables(game):
        for position, _ in choosing(played_by, luck, 5):
            assert position.legal == sorted(set(position.legal))
            for number in position.legal:
                position.after(number)
            with pytest.raises(ImpossibleStep, match="is not possible here; possible are"):
                position.after(next(n for n in range(10_000) if n not in position.legal))


@every_game
def test_a_seat_remembers_what_it_has_chosen(game: AnyGame) -> None:
    """Perfect recall: each choice leads to a text of its own, which goes on from the last one."""
    for played_by, luck in tables(game):
        for position, seat in choosing(played_by, luck, 5):
            before = position.transcript.text(seat)
            texts = [position.after(number).information(seat) for number in position.legal]
            assert len(set(texts)) == len(texts)
            assert all(text.startswith(before) for text in texts)


@every_game
def test_a_guess_has_the_same_text_and_the_same_steps_for_who_guesses(game: AnyGame) -> None:
    moved = 0
    for played_by, luck in tables(game):
        for position, seat in choosing(played_by, luck, 8):
            guess = position.guess(seat, luck)
            assert guess.seat == seat
            assert guess.legal == position.legal
            assert guess.information(seat) == position.information(seat)
            assert guess.observation(seat) == position.observation(seat)
            assert told(guess, seat) == told(position, seat)
            moved += guess.state != position.state
            *_, later = islice(walked(guess, luck), 30)
            assert later.information(seat).startswith(position.transcript.text(seat))
            watcher = Seat((seat + 1) % played_by.seats)
            guess = position.guess(watcher, luck)
            assert guess.seat == seat
            assert guess.information(watcher) == position.information(watcher)
            assert guess.observation(watcher) == position.observation(watcher)
    assert moved > TABLES, "guesses must differ from what is so"


def told(position: Position, seat: Seat) -> Any:
    return game_tensors(position.terms.game, position.terms.seats).of(position, seat)


@every_game
def test_tensors_have_the_sizes_that_they_say(game: AnyGame) -> None:
    for played_by, luck in tables(game):
        sizes = game_tensors(game, played_by.seats).sizes
        for position, _ in choosing(played_by, luck, 8):
            for seat in map(Seat, range(played_by.seats)):
                found = told(position, seat)
                rows = {len(row) for row in found["named"]}
                assert (len(found["view"]),) == sizes["view"]
                assert (len(found["named"]), *rows) == sizes["named"]
                assert (len(found["row"]),) == sizes["row"]


@every_game
def test_a_position_is_shared_when_copied_and_kept_as_its_steps(game: AnyGame) -> None:
    played_by, luck = terms(game, game.seats[0]), Chance(1)
    position = [each for each, _ in choosing(played_by, luck, 4)][-1]
    assert copy.deepcopy(position) is position
    kept = pickle.dumps(position)
    assert len(kept) < 1_000, "only the way here is written down"
    back = pickle.loads(kept)
    assert back.state == position.state
    assert back.legal == position.legal
    assert [back.information(Seat(s)) for s in range(back.terms.seats)] == [
        position.information(Seat(s)) for s in range(back.terms.seats)
    ]


@every_game
def test_what_a_bot_chooses_can_be_spelled_in_steps(game: AnyGame) -> None:
    """Rows that were left out (of like cards, others are offered) are said to be so."""
    spelled = unspelled = 0
    for played_by, luck in tables(game):
        for position, seat in choosing(played_by, luck, 4):
            if position.row is not None:
                continue
            view, choices = position.view(seat), game.rules.choices(position.state, seat)
            seen = position.transcript.newest(seat)
            bot = game.bots.levels["regular"]
            action = choose_bot_action(game, bot, view, choices, seen, luck=luck, budget=Budget())
            try:
                steps = position.spelled(action)
            except ActionWithoutSteps:
                unspelled += 1
                continue
            spelled += 1
            *first, last = steps
            assert same(walked_by(position, first).completed(last), action)
    assert spelled > 20 * (unspelled + 1)


def walked_by(position: Position, steps: list[int]) -> Position:
    """Take steps none of which completes an action."""
    for number in steps:
        assert position.completed(number) is None
        position = position.after(number)
    return position


def same(one: Any, other: Any) -> bool:
    """Say whether two actions are the same but for the order of their cards."""
    cards = sorted(getattr(one, "cards", ())), sorted(getattr(other, "cards", ()))
    return type(one) is type(other) and cards[0] == cards[1]


@every_game
def test_numbers_and_texts_of_actions_are_all_different(game: AnyGame) -> None:
    numbers = game_numbering(game)
    texts = [numbers.text(number) for number in range(numbers.count)]
    assert len(set(texts)) == len(texts)
    assert [numbers.shuffled(numbers.outcome(card)) for card in numbers.cards] == [*numbers.cards]


@every_game
def test_whatever_the_options_all_that_is_offered_has_a_number(game: AnyGame) -> None:
    numbers, seen = game_numbering(game), set[int]()
    for number in range(4 * TABLES):
        luck = random.Random(number)
        seats = game.seats[number % len(game.seats)]
        play = Play(game, random_options(game, seats, luck), seats, luck)
        for _ in range(60):
            if game.rules.outcome(play.state) is not None:
                break
            for seat in game.rules.to_act(play.state):
                found = seat_offer(game, play.state, seat)
                seen |= {*found.whole, *found.stems}
            play.act(*play.random_move())
    assert all(numbers.end < number < numbers.count for number in seen)


def ways(position: Position, seat: Seat) -> Counter[Any]:
    """Count in how many ways a seat comes to each action."""
    found: Counter[Any] = Counter()
    for number in position.legal:
        action = position.completed(number)
        found += ways(position.after(number), seat) if action is None else Counter([action])
    return found


def burying() -> Position:
    """Return a position at a table of Boon for three where cards are about to be buried."""
    position = terms(NEWEST["boon"], 3).opened()
    while position.due is not None:
        position = position.after(position.terms.numbers.outcome(min(position.left)))
    (take,) = (n for n in position.legal if position.terms.numbers.text(n) == "take")
    return position.after(take)


def test_each_row_of_a_pick_is_reached_in_one_way() -> None:
    position = burying()
    (pick,) = position.terms.game.rules.choices(position.state, Seat(position.to_choose[0])).picks
    found = ways(position, position.to_choose[0])
    assert set(found.values()) == {1}
    cards = [frozenset(action.cards) for action in found]
    assert {*cards} == {frozenset(row) for row in combinations(pick.cards, pick.least)}


def test_of_a_game_that_lists_rows_exactly_those_are_reached() -> None:
    game = NEWEST["bum"]
    seen = 0
    for played_by, luck in tables(game):
        for position, seat in choosing(played_by, luck, 6):
            if position.row is None and len(position.legal) > 1:
                found = ways(position, seat)
                assert {*found} == {*game.rules.choices(position.state, seat).actions}
                assert {*found.values()} == {1}
                seen += 1
    assert seen > 20


def test_bids_in_cards_go_from_the_least_to_the_whole_hand() -> None:
    game, sizes = NEWEST["boojum"], set[int]()
    for played_by, luck in tables(game):
        for position, seat in choosing(played_by, luck, 4):
            picks = game.rules.choices(position.state, seat).picks
            if position.state.phase == "auction" and position.row is None and picks:
                hand = position.state.hands[seat]
                if len(hand) <= 6 and picks[0].must is not None:
                    found = ways(position, seat)
                    assert {*found.values()} == {1}
                    sizes |= {len(getattr(action, "cards", ())) - len(hand) for action in found}
    assert {0, -1} <= sizes


def at_once() -> Position:
    """Return a position of Boosh with Woof, where all lay out at once."""
    position = terms(NEWEST["boosh"], 3, woof=True).opened()
    while position.due is not None:
        position = position.after(position.terms.numbers.outcome(min(position.left)))
    return position


def test_who_chooses_at_once_hears_nothing_of_the_others_before_all_have_chosen() -> None:
    position = at_once()
    assert len(position.to_choose) == 3
    first, second, third = position.to_choose
    results = [position.after(number) for number in position.legal]
    assert len(results) == 2
    for seat in (second, third):
        assert len({each.information(seat) for each in results}) == 1
        assert len({each.observation(seat) for each in results}) == 1
    assert len({each.information(first) for each in results}) == 2


def test_what_the_rules_refuse_by_then_is_asked_anew() -> None:
    """W3: the first call of Woof closes the race; the others who called lay out."""
    position = at_once()
    for _ in range(3):
        (woof,) = (n for n in position.legal if position.terms.numbers.text(n) == "call_woof")
        position = position.after(woof)
    assert position.due is None
    assert position.state.caller is not None
    assert [position.terms.numbers.text(n) for n in position.legal] != ["lay_out", "call_woof"]


def test_a_seat_that_has_chosen_at_once_keeps_its_choice_in_a_guess() -> None:
    position = at_once()
    first = position.to_choose[0]
    position = position.after(position.legal[0]).after(position.legal[0])
    kept = {position.guess(first, Chance(number)).chosen[0] for number in range(9)}
    drawn = {position.guess(first, Chance(number)).chosen[1] for number in range(9)}
    assert kept == {position.chosen[0]}
    assert len(drawn) == 2


def test_nothing_is_guessed_while_chance_has_a_step() -> None:
    with pytest.raises(ImpossibleStep, match="while chance has a step"):
        terms(NEWEST["boon"], 3).opened().guess(Seat(0), Chance(1))


def test_a_table_is_broken_off_after_the_decisions_that_its_terms_give() -> None:
    *_, last = walk(terms(NEWEST["goblin_market"], 3, longest=5), Chance(3))
    assert last.is_over
    assert last.decisions == 5
    assert last.scores()[1] == NEWEST["goblin_market"].rules.standing(last.state, (0, 0, 0)).scores


def test_terms_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadOptions, match="boon has 3 to 5"):
        terms(NEWEST["boon"], 6)
