"""The arithmetic of tricks, points and Victory Cards (rules 6-10)."""

from collections.abc import Iterable, Sequence

from games.boon.cards import MIGHT, POINTS, SUIT, TRUMP
from games.core.contract import Card, Cards, Seat

NEEDED = 61  # points that the offence needs to win (rule 7)
BRACKETS = (29, 60, 90)  # the most points of the first three brackets (rule 8)
Debt = tuple[Seat, Seat, int]  # payer, receiver, Victory Cards


def points_in(cards: Iterable[Card]) -> int:
    """Return the points on cards.

    >>> points_in(("blue-6", "green-3", "gold-1", "gold-7"))
    13
    """
    return sum([POINTS[card] for card in cards])


def winning_card_place(trick: Cards) -> int:
    """Rule 6: return the place in the trick of the card that wins it.

    >>> winning_card_place(("blue-6", "green-3", "gold-1", "gold-7"))
    3
    >>> winning_card_place(("blue-4", "green-6", "blue-5"))
    2
    """
    led = SUIT[trick[0]]
    at, most = 0, 0
    for place, card in enumerate(trick):
        might = MIGHT[card]
        if might > most and SUIT[card] in (led, TRUMP):
            at, most = place, might
    return at


def clockwise_seats_from(first: int, seats: int) -> tuple[Seat, ...]:
    """Return all seats, beginning with `first`.

    >>> clockwise_seats_from(2, 4)
    (2, 3, 0, 1)
    """
    return tuple(Seat((first + step) % seats) for step in range(seats))


def payment_per_defender(points: int, payout: Sequence[int]) -> int:
    """Rule 8: return what each defender pays the offence; less than nothing when they receive.

    >>> [payment_per_defender(points, (2, 1, 1, 2)) for points in (0, 29, 30, 60, 61, 90, 91, 120)]
    [-2, -2, -1, -1, 1, 1, 2, 2]
    """
    bracket = sum(points > most for most in BRACKETS)
    return payout[bracket] if points >= NEEDED else -payout[bracket]


def round_debts(seats: int, taker: Seat, partner: Seat | None, amount: int) -> tuple[Debt, ...]:
    """Rule 8: return who owes whom, in the order of the defenders clockwise from the taker (N7).

    >>> round_debts(5, Seat(0), Seat(3), -2)
    ((0, 1, 2), (0, 2, 2), (3, 4, 2))
    """
    defenders = [
        seat for seat in clockwise_seats_from(taker, seats) if seat not in (taker, partner)
    ]
    offence = [taker if partner is None or at < 2 else partner for at in range(len(defenders))]
    pairs = list(zip(offence, defenders, strict=True))
    if amount < 0:
        return tuple((one, other, -amount) for one, other in pairs)
    return tuple((other, one, amount) for one, other in pairs)


def affordable_payments(owing: Sequence[Debt], held: Sequence[int]) -> tuple[Debt, ...]:
    """N9: return what is really paid, card by card to each creditor in turn while there are any.

    >>> affordable_payments(((0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2)), (5, 5, 5, 5, 5))
    ((0, 1, 2), (0, 2, 1), (0, 3, 1), (0, 4, 1))
    """
    left, given = list(held), [0] * len(owing)
    for card in range(max((count for _, _, count in owing), default=0)):
        for at, (payer, _, count) in enumerate(owing):
            if card < count and left[payer] > 0:
                left[payer] -= 1
                given[at] += 1
    rows = zip(owing, given, strict=True)
    return tuple((payer, receiver, count) for (payer, receiver, _), count in rows if count)


def holdings_after_payments(held: Sequence[int], paid: Iterable[Debt]) -> tuple[int, ...]:
    """Return the Victory Cards by seat after payments.

    >>> holdings_after_payments((5, 5, 5), ((0, 1, 1), (0, 2, 1)))
    (3, 6, 6)
    """
    totals = list(held)
    for payer, receiver, count in paid:
        totals[payer] -= count
        totals[receiver] += count
    return tuple(totals)


def leaster_winner(tricks: Sequence[int], points: Sequence[int]) -> Seat | None:
    """Rule 10: return who has fewest points among those with a trick; None after a tie (N11).

    >>> leaster_winner((3, 0, 4), (50, 0, 70)), leaster_winner((2, 2, 5), (30, 30, 60))
    (0, None)
    """
    fewest = min(p for count, p in zip(tricks, points, strict=True) if count)
    winners = [s for s, p in enumerate(points) if tricks[s] and p == fewest]
    return Seat(winners[0]) if len(winners) == 1 else None


def places(victory_cards: Sequence[int]) -> tuple[int, ...]:
    """Rule 9: return the place of each seat; equal holdings share a place (N10).

    >>> places((7, 0, 7, 1))
    (1, 4, 1, 3)
    """
    order = sorted(victory_cards, reverse=True)
    return tuple([1 + order.index(own) for own in victory_cards])
