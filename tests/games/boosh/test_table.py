"""The table of calls, shows and answers: how it is read, what it mixes, and what it never does."""

import shutil
from collections import Counter
from collections.abc import Iterator

import pytest

from bench.boosh.__main__ import ask_program, build_program
from games.boosh import GAME
from games.boosh.actions import CallBoosh, Expose, Pass, Replace, Stay
from games.boosh.cards import DECK
from games.boosh.guide import GUIDE, best_placements
from games.boosh.regular import move_by_draw
from games.boosh.rivals import policy
from games.boosh.sight import HIGH, sight_of_seat, total_of_ranks
from games.boosh.state import State
from games.boosh.table import (
    PAIRS,
    STEPS,
    draw_from_cards,
    strategy_for,
    table_key,
)
from games.core.bots import Budget
from games.core.contract import Card, Cards, Seat, private_copy
from games.core.fairness.chance import Chance
from games.core.search import choose_bot_action
from tests.games.boosh.table import opened
from tests.laws import Law

TURNS, DEALS, SEED = 12, 20, 5


def test_the_shares_of_what_is_shown_add_up() -> None:
    for players in GAME.seats:
        shows = strategy_for(players).shows
        assert {sum(shows[at : at + len(PAIRS)]) for at in range(0, len(shows), len(PAIRS))} == {
            STEPS
        }
        assert max(strategy_for(players).calls) == max(strategy_for(players).stays) == STEPS


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    if shutil.which("cc") is None:
        pytest.skip("needs a C compiler")
    return build_program(str(tmp_path_factory.mktemp("program")))


def cards_of_ranks(ranks: list[int]) -> Cards:
    """Return cards of these ranks, each card once."""
    left = {rank: [card for card in DECK if HIGH[card] == rank] for rank in range(14)}
    return tuple(left[rank].pop() for rank in ranks)


def after(state: State, seat: Seat, action: object) -> State:
    state = GAME.fold(private_copy(state), GAME.rules.decide(state, seat, action))  # type: ignore[arg-type]
    return GAME.settle(state, lambda shuffle: ())[0]


def keys_of_trunk(state: State, turns: int) -> Iterator[str]:
    """Yield the keys after each of some turns, in which nobody calls."""
    while turns:
        seat = GAME.rules.to_act(state)[0]
        if state.phase != "calling":
            state = after(state, seat, policy(state, seat))
            continue
        keys = [table_key(sight_of_seat(state, seat))]
        called = after(state, seat, CallBoosh())
        while called.phase != "folding":
            now = GAME.rules.to_act(called)[0]
            if called.phase == "exposing" and now == seat:
                keys.append(table_key(sight_of_seat(called, now)))
                ranks = [HIGH[card] or 13 for card in called.hands[seat]]
                one, two = sorted(sorted(range(4), key=ranks.__getitem__)[:2])
                called = after(called, now, Expose((one, two)))
            else:
                called = after(called, now, policy(called, now))
        keys.append(table_key(sight_of_seat(called, GAME.rules.to_act(called)[0])))
        yield ",".join(map(str, keys))
        state, turns = after(state, seat, Pass()), turns - 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_program_that_made_the_table_plays_and_reads_as_the_game_does(
    seats: int, program: str
) -> None:
    lines = iter(ask_program(program, ("keys", seats, TURNS, DEALS, SEED, 0)))
    for deck in lines:
        order = cards_of_ranks([int(rank) for rank in deck.rstrip(",").split(",")])
        state = opened(seats, max_hands=1).state
        state, _ = GAME.settle(state, lambda shuffle, order=order: order)  # type: ignore[misc]
        for found in keys_of_trunk(state, TURNS):
            expected = next(lines)
            if not expected.split(",")[2].startswith("-"):
                assert found == expected


def test_a_draw_follows_from_the_own_cards_and_is_even() -> None:
    """Nobody else knows them, so nobody can tell a bluff."""
    met: Counter[int] = Counter()
    state = opened(2).state
    state, _ = GAME.settle(state, lambda shuffle: tuple(DECK))
    sight = sight_of_seat(state, Seat(0))
    for one in range(50):
        for two in range(one):
            met[draw_from_cards(sight._replace(own=(DECK[one], DECK[two], *DECK[51:])))] += 1
    assert set(met) == set(range(STEPS))
    assert max(met.values()) < 2 * min(met.values())


def test_no_card_is_placed_for_a_lower_hand_than_another_place_would_leave(law: Law) -> None:
    """It is never better to have less: neither the rule nor a candidate does it."""
    for play in law.plays(GAME, {"placed": 1}):
        for _ in play.moments(20 if play.options.own_cards_shown else 0):
            if play.state.phase != "placing":
                continue
            seat = GAME.rules.to_act(play.state)[0]
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            best = best_placements(view, choices.actions)
            assert policy(play.state, seat) in best
            assert set(GUIDE.candidates(view, choices)) <= set(best)
            law.met["placed"] += 1


BLUNDERS = [  # hand, card taken, and the points that are left: `expert` once chose less
    ("KS 4H AD 9D", "9S", 35),
    ("AC 9C JS 2C", "QH", 34),
    ("AH 7H 6S QH", "10D", 35),
    ("QD 7H KD JC", "5S", 43),
]


@pytest.mark.parametrize(("hand", "card", "points"), BLUNDERS)
def test_expert_keeps_the_best_hand_where_it_once_did_not(
    hand: str, card: str, points: int
) -> None:
    state = private_copy(opened(2).state)
    state, _ = GAME.settle(state, lambda shuffle: tuple(DECK))
    state.hands = (tuple(map(Card, hand.split())), state.hands[1])
    state.phase, state.taken, state.taken_from = "placing", Card(card), "A"
    view, choices = GAME.view(state, Seat(0)), GAME.rules.choices(state, Seat(0))
    expert = GAME.bots.levels["expert"]
    luck, budget = Chance(1), Budget(20)
    action = choose_bot_action(GAME, expert, view, choices, (), luck=luck, budget=budget)
    ranks = [HIGH[one] for one in state.hands[0]]
    if isinstance(action, Replace):
        ranks[action.position] = HIGH[Card(card)]
    assert total_of_ranks(ranks) == points


@pytest.mark.parametrize("total", [199, 200])
def test_the_last_to_answer_stays_where_folding_makes_the_caller_the_winner(total: int) -> None:
    state = private_copy(opened(2, first_dealer=1).state)
    state, _ = GAME.settle(state, lambda shuffle: tuple(DECK))
    state.totals = (total, 0)
    state.hands = (
        tuple(map(Card, ("KC", "KD", "KH", "QS"))),
        tuple(map(Card, ("AC", "AD", "AH", "2S"))),
    )
    state.phase, state.call, state.caller, state.queue = "folding", "boosh", Seat(0), (Seat(1),)
    state.known = ((None, None, *state.hands[0][2:]), (None,) * 4)
    state.turns = 6
    answers = {move_by_draw(sight_of_seat(state, Seat(1)), draw) for draw in range(STEPS)}
    assert (Stay() in answers) == (total == 200)
    assert len(answers) == 1
