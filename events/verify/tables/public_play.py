"""What of play contradicts itself in public, where parts of it are sealed.

The rules cannot be asked there. But the seat of an action stands twice in its event, cards are
those of the deck, nobody plays a card that is not in an open hand, and sums are right.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from events.record.codec import holds_cards
from events.record.decider import Parts
from events.verify.report import Fault
from events.verify.tables.commands import MALFORMED
from games.core.contract import Seat
from games.core.ledger import Contradiction, require_sum
from games.core.type_hints.values import declared_fields
from games.table import Table
from games.table.attendance import rank_behind
from games.table.events import Closed, Finished

Places = tuple[tuple[str, ...], tuple[str, ...]]
COMPLETED = frozenset({"excuses"})  # of which an action names some, and the rules add the others
PLACES: dict[type[Any], Places] = {}  # worked out once a class


class PublicPlay:
    """The events of play of one table, held to each other; nothing of a game without a ledger."""

    def __init__(self, table: Table) -> None:
        make = table.game.ledger
        self.ledger = None if make is None else make(table.options, table.seats)
        self.faces = frozenset(face.id for face in table.game.presentation.faces)
        self.seats = table.seats
        is_whole = table.phase == "open" and table.terms.carried is None
        if self.ledger is not None and not is_whole:
            self.ledger.scores = None  # those from before are not known here

    def follow(
        self, kind: type[Any], public: Mapping[str, Any], parts: Parts, actor: Seat | None
    ) -> None:
        """Go on with an event of the game, the first one of its command where `actor` acts."""
        if self.ledger is None:
            return
        n, data = public["n"], public["data"]
        try:
            self._require_seats_and_cards(kind, data)
            if actor is not None:
                _require_action(public, parts, actor)
            self.ledger.follow(public["type"], data, parts)
        except Contradiction as wrong:
            raise Fault("wrong_event", n, f"event {n} contradicts the log: {wrong}") from None
        except MALFORMED as error:
            raise Fault("wrong_event", n, f"event {n} cannot be what happened: {error}") from None

    def _require_seats_and_cards(self, kind: type[Any], data: Mapping[str, Any]) -> None:
        """Refuse seats that the table does not have, and cards that the game does not have."""
        seats, cards = _places_of(kind)
        for seat in (one for name in seats for one in _values_in(data[name])):
            if seat is not None and not 0 <= seat < self.seats:
                raise Contradiction(f"the table has no seat {seat}")
        for card in (one for name in cards for one in _values_in(data[name])):
            if card is not None and card not in self.faces:
                raise Contradiction(f"the game has no card {card}")

    def require_result(self, event: Closed | Finished, table: Table, n: int) -> None:
        """Hold the result to what play has come to, if it came to its end."""
        if self.ledger is None or event.why not in table.game.rules.endings:
            return
        scores, places = self.ledger.scores, self.ledger.places
        added = table.adjustments or (0,) * table.seats
        try:
            if scores is not None:
                right = tuple(map(int.__add__, scores, added))
                require_sum(right, [*event.scores], "the scores")
            if places is not None and not any(added):
                right = rank_behind(places, table.forfeited)
                require_sum(right, [*event.places], "the places")
        except Contradiction as wrong:
            raise Fault("wrong_result", n, f"event {n} contradicts the log: {wrong}") from None


def _require_action(public: Mapping[str, Any], parts: Parts, actor: Seat) -> None:
    """Refuse an event that tells of another seat, or of other cards, than its action."""
    data, action = public["data"], public["cause"]["action"]
    if data.get("seat") != actor:
        raise Contradiction(f"seat {actor} acts, not seat {data.get('seat')}")
    own = parts.get(str(actor), {})
    for wanted, found in ((action, data), (own.get("action", {}), own)):
        for name in wanted.keys() & found.keys() - {"type"}:
            if not _fits_request(name, wanted[name], found[name]):
                raise Contradiction(f"{name} is {found[name]}, not {wanted[name]} as asked for")


def _fits_request(name: str, wanted: Any, found: Any) -> bool:
    """Say whether a field of an event is what its action asked for; cards come in any order."""
    if not isinstance(wanted, list) or not isinstance(found, list):
        return bool(wanted == found)
    least, all_cards = (Counter(map(str, value)) for value in (wanted, found))
    return least <= all_cards if name in COMPLETED else least == all_cards


def _places_of(kind: type[Any]) -> Places:
    """Return the names of the public fields of an event that hold seats, and cards."""
    found = PLACES.get(kind)
    if found is None:
        hints = get_type_hints(kind)
        public = [field.name for field in declared_fields(kind) if field.audience is None]
        seats = tuple(name for name in public if _mentions_seat(hints[name]))
        found = PLACES[kind] = seats, tuple(name for name in public if holds_cards(kind, name))
    return found


def _mentions_seat(hint: Any) -> bool:
    """Say whether a type is `Seat`, or is made of it."""
    return hint is Seat or any(map(_mentions_seat, get_args(hint)))


def _values_in(value: Any) -> Iterator[Any]:
    """Yield what stands in a value, however deep."""
    if isinstance(value, list):
        for one in value:
            yield from _values_in(one)
    else:
        yield value
