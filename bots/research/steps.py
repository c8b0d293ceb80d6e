"""A table in single steps, as OpenSpiel and PettingZoo ask for them.

A step is one card of a shuffle, or one number of one seat: an action, or one card of a row (see
`rows`). Where several seats may act at once, each is asked in turn and told nothing of what the
others chose before all have; what the rules refuse by then is asked again.

A position never changes; `after` gives the next one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import orjson

from bots.research.numbers import Numbering, game_numbering
from bots.research.offers import LegalSteps, events_if_legal, seat_offer, stem_of
from bots.research.rows import CardRows, sort_row_cards
from bots.research.transcript import Transcript
from games import game_of
from games.core.contract import Cards, Luck, ReceivedEvent, Seat, Shuffle
from games.core.game import AnyGame
from games.core.options import BadOptions, options_to_json, validate_options
from games.core.type_hints.values import to_json

Command = tuple[Seat, Any]  # a seat and its action


class ImpossibleStep(ValueError):
    """A step is asked for that is not possible at this position."""


class ActionWithoutSteps(ValueError):
    """An action that the rules may allow has no steps: of like rows, others are offered."""


def _require_step(position: "Position") -> None:
    """Refuse to guess between steps of seats."""
    if position.seat is None:
        raise ImpossibleStep("there is nothing to guess while chance has a step, or at the end")


def _require_possible_step(possible: bool, number: int, instead: Sequence[int]) -> None:
    """Refuse a step that is not possible."""
    if not possible:
        raise ImpossibleStep(f"{number} is not possible here; possible are {[*instead]}")


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What a table is played by.

    Attributes:
        longest: number of decisions after which play is broken off and counted as it stands.
    """

    game: AnyGame
    seats: int
    options: Any
    longest: int

    @classmethod
    def read(
        cls, game: AnyGame, seats: int, options: Mapping[str, Any], longest: int
    ) -> "TableTerms":
        """Return the terms with options of JSON values; BadOptions where they do not fit."""
        if seats not in game.seats:
            raise BadOptions({"seats": f"{game.name} has {game.seats[0]} to {game.seats[-1]}"})
        return cls(game, seats, validate_options(game.options, options, seats), longest)

    @property
    def numbers(self) -> Numbering:
        """Return the numbers of the game's actions."""
        return game_numbering(self.game)

    def opened(self) -> "Position":
        """Return the position before the first shuffle."""
        state = self.game.rules.open(self.options, self.seats, None)
        return _settle_position(Position(self, state, Transcript.nothing(self.game, self.heads())))

    def heads(self) -> dict[int, str]:
        """Return the first line of each seat: which one it is, and what is played."""
        facts = {
            "game": self.game.name,
            "seats": self.seats,
            "options": options_to_json(self.options),
        }
        return {seat: _one_line_json({"seat": seat, **facts}) for seat in range(self.seats)}


@dataclass(frozen=True)
class Position:
    """A moment at a table at which chance or a seat has a step, or the end.

    Attributes:
        due, drawn: the shuffle that goes on, and what it has put in order so far.
        to_choose: the seats whose choice is asked for, the first of them now.
        chosen: what those asked before them chose, in order.
        queue: what all have chosen and has not happened yet.
        row, stem, cards: the row that the first of them is choosing, its stem, its cards so far.
        decisions: number of steps of seats so far.
        path: the numbers of all steps so far, the newest first; None in a guessed position.
    """

    terms: TableTerms
    state: Any
    transcript: Transcript
    due: Shuffle | None = None
    drawn: tuple[str, ...] = ()
    to_choose: tuple[Seat, ...] = ()
    chosen: tuple[Command, ...] = ()
    queue: tuple[Command, ...] = ()
    row: CardRows | None = None
    stem: int = -1
    cards: Cards = ()
    decisions: int = 0
    path: Any = field(default=(), repr=False)

    @property
    def seat(self) -> Seat | None:
        """Return the seat that has a step; None: chance has, or it is over."""
        return None if self.is_over or self.due is not None else self.to_choose[0]

    @property
    def is_over(self) -> bool:
        """Say whether the table has ended, or was broken off."""
        cut = self.decisions >= self.terms.longest
        return self.due is None and (cut or not self.to_choose)

    @cached_property
    def left(self) -> Mapping[str, int]:
        """Return what is still to be put in order, with how many there are of each."""
        assert self.due is not None
        count: dict[str, int] = dict.fromkeys(sorted(self.due.cards), 0)
        for card in self.due.cards:
            count[card] += 1
        for card in self.drawn:
            count[card] -= 1
        return {card: number for card, number in count.items() if number}

    def drawn_by(self, luck: Luck) -> int:
        """Return what luck draws to come next in the shuffle, each card that is left as likely."""
        at = luck.randrange(sum(self.left.values()))
        for card, count in self.left.items():
            at -= count
            if at < 0:
                return self.terms.numbers.outcome(card)
        raise AssertionError("something is left")

    @cached_property
    def offer(self) -> LegalSteps:
        """Return what the seat may do that has a step."""
        assert self.seat is not None
        return seat_offer(self.terms.game, self.state, self.seat)

    @cached_property
    def legal(self) -> list[int]:
        """Return the numbers that the seat may choose, in their order."""
        of_card, end = self.terms.numbers.of_card, self.terms.numbers.end
        if self.row is not None:
            cards = [of_card[card] for card in self.row.after(self.cards)]
            return sorted(cards) + [end] * (self.row.made(self.cards) is not None)
        found = [*self.offer.whole]
        if len(self.offer.stems) > 1:
            return sorted([*found, *self.offer.stems])
        for rows in self.offer.stems.values():
            found += [of_card[card] for card in rows.after(())]
        return sorted(found)

    def after(self, number: int) -> "Position":
        """Return the position after a step; ImpossibleStep where that may not be taken."""
        path = None if self.path is None else (number, self.path)
        if self.due is not None:
            card = self.terms.numbers.shuffled(number)
            _require_possible_step(
                card in self.left, number, [*map(self.terms.numbers.outcome, self.left)]
            )
            return self.but(drawn=(*self.drawn, card), path=path).shuffled()
        _require_possible_step(number in self.legal, number, self.legal)
        stepped = self.but(decisions=self.decisions + 1, path=path)
        if (action := self.completed(number)) is not None:
            return stepped.choose(action)
        row, stem, cards = self.row_with(number)
        return stepped.but(row=row, stem=stem, cards=cards)

    def completed(self, number: int) -> Any:
        """Return the action that a step of a seat completes; None: there are cards to come."""
        if self.row is None and number in self.offer.whole:
            return self.offer.whole[number]
        row, _, cards = self.row_with(number)
        is_complete = number == self.terms.numbers.end or not row.after(cards)
        return row.made(cards) if is_complete else None

    def row_with(self, number: int) -> tuple[CardRows, int, Cards]:
        """Return the row that a step goes on with, the number of its stem, and its cards."""
        numbers, stems = self.terms.numbers, self.offer.stems
        if number > numbers.end:
            return stems[number], number, ()
        stem, row = self.stem, self.row
        if row is None:  # of only one stem, which needs no naming
            ((stem, row),) = stems.items()
        return row, stem, (*self.cards, *numbers.cards[number : number + 1])

    def spelled(self, action: Any) -> list[int]:
        """Return the steps of the seat that make an action; Unspelled where there are none."""
        numbers, stems = self.terms.numbers, self.offer.stems
        name = numbers.rows[type(action)]
        if name is None:
            return [numbers.of_action[action]]
        cards = sort_row_cards(getattr(action, name), numbers.of_card)
        named = stem_of(numbers, action)
        if named not in stems or stems[named].made(cards) is None:
            raise ActionWithoutSteps(f"{action} is not among the rows that are offered here")
        steps = [named] * (len(stems) > 1) + [numbers.of_card[card] for card in cards]
        return steps + [numbers.end] * bool(stems[named].after(cards))

    def choose(self, action: Any) -> "Position":
        """Return the position after the seat's choice of an action."""
        seat, *others = self.to_choose
        position = self.but( chosen=(*self.chosen, (seat, action)), to_choose=tuple(others),
                           row=None, stem=-1, cards=())  # fmt: skip
        if others or self.chosen:
            history = _one_line_json(
                {
                    "chosen": to_json(action)
                    | {"type": _action_type_names(self.terms.game)[type(action)]}
                }
            )
            position = position.but(transcript=self.transcript.with_line(seat, history))
        if others:
            return position
        return _settle_position(position.but(chosen=(), queue=position.chosen))

    def shuffled(self) -> "Position":
        """Return the position with one more card put in order; the last ones follow."""
        if len(self.left) > 1:
            return self
        assert self.due is not None
        rest = tuple(card for card, count in self.left.items() for _ in range(count))
        events = self.terms.game.rules.proceed(self.state, (*self.drawn, *rest))
        return _settle_position(self.happened(events).but(due=None, drawn=()))

    def happened(self, events: Iterable[Any]) -> "Position":
        """Return the position after events."""
        game, state, transcript = self.terms.game, self.state, self.transcript
        for event in events:
            state = game.evolve(state, event)
            transcript = transcript.event_happened(event, game.rules.hand(state))
        return self.but(state=state, transcript=transcript)

    def scores(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return places and scores by seat, at the end or as they stand."""
        outcome = self.terms.game.rules.outcome(self.state)
        found = outcome or self.terms.game.rules.standing(self.state, (0,) * self.terms.seats)
        return found.places, found.scores

    def view(self, seat: Seat) -> Mapping[str, Any]:
        """Return the view of a seat."""
        return self.terms.game.view(self.state, seat)

    def row_of(self, seat: Seat) -> Cards:
        """Return the cards of the row that a seat is choosing."""
        return self.cards if self.to_choose[:1] == (seat,) else ()

    def information(self, seat: Seat) -> str:
        """Return all that a seat has been told and has chosen: a line of JSON each."""
        return "\n".join([self.transcript.text(seat), *self.choosing(seat)])

    def observation(self, seat: Seat) -> str:
        """Return the view of a seat as JSON, and the row that it is choosing."""
        return "\n".join([_one_line_json(self.view(seat)), *self.choosing(seat)])

    def watched(self) -> str:
        """Return the view of a spectator as JSON."""
        return _one_line_json(self.terms.game.view(self.state, None))

    def choosing(self, seat: Seat) -> list[str]:
        """Return a line of the row that a seat is choosing, if it is."""
        if self.row is None or self.to_choose[:1] != (seat,):
            return []
        return [_one_line_json({"stem": self.terms.numbers.text(self.stem), "row": self.cards})]

    def guess(self, seat: Seat, luck: Luck) -> "Position":
        """Return a position that agrees with all a seat knows, while some seat has a step.

        What others chose at once with it is drawn again; of a row that another is choosing the
        seat knows nothing, so there it begins anew.
        """
        _require_step(self)
        game, received = self.terms.game, self.transcript.newest(seat)
        state = game.bots.determinise(self.view(seat), received, luck)
        text = self.transcript.text(seat)
        found = imagined_position(self.terms, seat, state, text, received)
        found = found.but(to_choose=self.to_choose)
        for who, action in self.chosen:
            found = found.with_choice(who, action if who == seat else None, luck)
        found = found.but(decisions=self.decisions)
        if self.row is None or self.seat != seat:
            return found
        row = found.offer.stems[self.stem]
        return found.but(row=row, stem=self.stem, cards=self.cards)

    def with_choice(self, seat: Seat, action: Any, luck: Luck) -> "Position":
        """Return the position in which a seat has chosen already: this, or what luck draws."""
        if action is not None:  # its own, of which it has heard
            return self.but(chosen=(*self.chosen, (seat, action)))
        position, to_choose = self.but(to_choose=(seat, *self.to_choose)), self.to_choose
        while position.to_choose != to_choose:
            position = position.after(position.legal[luck.randrange(len(position.legal))])
        return position

    def steps(self) -> list[int]:
        """Return the numbers of all steps from the opening on."""
        found, path = [], self.path
        assert path is not None, "a guessed position has no history"
        while path:
            number, path = path
            found.append(number)
        return found[::-1]

    def but(self, **changes: Any) -> "Position":
        """Return this position with some fields changed, and nothing that was worked out of them.

        `dataclasses.replace` takes five times as long.
        """
        own, new = self.__dict__, object.__new__(Position)
        fields = {name: own[name] for name in FIELDS}
        fields.update(changes)
        new.__dict__.update(fields)
        return new

    def __deepcopy__(self, memo: object) -> "Position":
        """Return this position, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Be kept as the steps that led here; no state and no class of a game is written down."""
        terms = self.terms
        game, options = terms.game, dict(options_to_json(terms.options))
        key = (game.name, game.version, terms.seats, options, terms.longest, self.steps())
        return _replay_steps, key


FIELDS = tuple(each.name for each in fields(Position))


def _replay_steps(
    name: str, version: int, seats: int, options: Mapping[str, Any], longest: int, steps: list[int]
) -> Position:
    """Return the position after some steps."""
    position = TableTerms.read(game_of(name, version), seats, options, longest).opened()
    for number in steps:
        position = position.after(number)
    return position


def _settle_position(position: Position) -> Position:
    """Return the next position at which chance or a seat has a step, or the end."""
    game = position.terms.game
    while True:
        due = game.rules.pending(position.state)
        if isinstance(due, Shuffle):
            return position.but(due=due, drawn=()).shuffled()
        if due is not None:
            position = position.happened(game.rules.proceed(position.state, ()))
        elif position.queue:
            (seat, action), *rest = position.queue
            position = position.but(queue=tuple(rest))
            position = position.happened(events_if_legal(game, position.state, seat, action))
        else:
            return position.but(to_choose=game.rules.to_act(position.state))


def _action_type_names(game: AnyGame) -> Mapping[type[Any], str]:
    """Return the names of actions in JSON."""
    return {kind: name for name, kind in game.actions.items()}


def _one_line_json(value: object) -> str:
    """Return JSON on one line."""
    return orjson.dumps(value, default=list).decode()


def imagined_position(  # what a seat may believe
    terms: TableTerms, seat: Seat, state: Any, text: str, received: list[ReceivedEvent]
) -> Position:
    """Return the position in a state that a seat may be in, where it has the step.

    The others begin with their views there instead of what they heard.
    """
    game = terms.game
    texts = {
        other: text if other == seat
        else _one_line_json({"seat": other, "view": game.view(state, Seat(other))})
        for other in range(terms.seats)
    }  # fmt: skip
    transcript = Transcript.nothing(game, texts, game.rules.hand(state)).remembered(seat, received)
    to_choose = (seat, *(other for other in game.rules.to_act(state) if other != seat))
    return Position(terms, state, transcript, to_choose=to_choose, path=None)
