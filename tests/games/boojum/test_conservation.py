"""No card is ever lost or made, and no token either."""

import random

import pytest

from games.boojum import GAME
from games.boojum import events as ev
from tests.games.boojum.cards import everywhere
from tests.games.boojum.table import deck_of
from tests.games.play import Play
from tests.laws import Law


def test_all_cards_are_there_exactly_once_after_every_move(law: Law) -> None:
    for play in law.plays(GAME):
        whole = sorted(deck_of(play.options, play.seats))
        for _ in play.moments(40, end=not play.table.has_voided()):
            state = play.state
            assert sorted(everywhere(state)) == whole
            assert all(hand == tuple(sorted(hand)) for hand in state.hands)
            slots = zip(state.unseen, state.slots, strict=True)
            assert all(new <= len(slot) for new, slot in slots)


@pytest.mark.parametrize("seed", range(30))
def test_all_cards_are_there_after_every_single_event_from_the_deal_on(seed: int) -> None:
    luck = random.Random(f"events {seed}")
    seats = 3 + seed % 10
    play = Play(GAME, GAME.options(max_rounds=12, excuse=True), seats, luck).finish()
    whole = sorted(deck_of(play.options, seats))
    state = play.first
    for event in play.events:
        state = GAME.evolve(state, event)
        if state.hand:
            assert sorted(everywhere(state)) == whole
    assert state == play.state


@pytest.mark.parametrize("seed", range(20))
def test_every_token_has_been_paid_by_one_set(seed: int) -> None:
    luck = random.Random(f"tokens {seed}")
    play = Play(GAME, GAME.options(allow_duplicate_token=seed % 2 == 1, max_rounds=25), 4, luck)
    play.finish()
    claimed = [event for event in play.events if isinstance(event, ev.SetClaimed)]
    assert claimed
    paid = [tuple(c.token for c in claimed if c.seat == seat) for seat in range(4)]
    assert play.state.tokens == tuple(paid)
    drawn = [event for event in play.events if isinstance(event, ev.CardDrawn)]
    assert [event.seat for event in drawn] == [event.seat for event in claimed]
