"""What keeps cards from being a set, in words (rule 9)."""

from collections import Counter
from collections.abc import Sequence

from games.boojum.cards import SUITS, RankOrder
from games.core.cards.decktet import RANK
from games.core.contract import Cards
from games.core.presentation.texts import count_text, english_text, template

TWICE = template("boojum.fault.twice", "rank {rank} comes more than once", rank="word")
MISSING = template(
    "boojum.fault.missing",
    "too much is missing between {low} and {high}: {ranks}",
    low="word", high="word", ranks="word",
)  # fmt: skip
DIFFERENT = template(
    "boojum.fault.ranks", "{card} and {other} have different ranks", card="word", other="word"
)
NEITHER = template("boojum.fault.neither", "{card} is neither an Ace nor a Crown", card="word")
THERE_ARE = template("boojum.fault.count", "there are {what}", what="word")
TOO_MANY = template("boojum.fault.many", "there are too many symbols of {suits}", suits="word")
TOO_FEW = template("boojum.fault.few", "there are too few symbols of {suits}", suits="word")
ADD_MORE = template(
    "boojum.fault.excuses",
    "{excuses, plural, one {# Excuse} other {# Excuses}} would add more symbols than are missing",
    excuses="number",
)


def run_fault(places: Sequence[int], size: int, ranks: RankOrder) -> str | None:
    """Say why cards at these places of the rank sequence are not within `size` ranks in a row.

    What is missing between them may be filled by Excuses; None: nothing is wrong.
    """
    twice = [place for place, count in Counter(places).items() if count > 1]
    if twice:
        return english_text(TWICE(rank=ranks.ranks[twice[0] - 1]))
    low, high = min(places), max(places)
    if high - low < size:
        return None
    if low == 1 and high == len(ranks.ranks):
        return "ranks do not wrap, so A does not follow Crown"
    missing = [ranks.ranks[at - 1] for at in range(low + 1, high) if at not in places]
    ends = {"low": ranks.ranks[low - 1], "high": ranks.ranks[high - 1]}
    return english_text(MISSING(**ends, ranks=", ".join(missing)))


def one_rank_fault(cards: Cards) -> str | None:
    """Say which cards have different ranks; None: all have the same."""
    other = next((card for card in cards if RANK[card] != RANK[cards[0]]), None)
    return None if other is None else english_text(DIFFERENT(card=cards[0], other=other))


def aces_and_crowns_fault(cards: Cards) -> str | None:
    """Say which card is neither Ace nor Crown, or of which there are too many; None: neither."""
    for card in cards:
        if RANK[card] not in ("A", "Crown"):
            return english_text(NEITHER(card=card))
    for rank, name in (("A", "Ace"), ("Crown", "Crown")):
        count = sum(RANK[card] == rank for card in cards)
        if count > 4:
            return english_text(THERE_ARE(what=count_text(count, name)))
    return None


def symbols_fault(missing: Sequence[int], excuses: int, most: int) -> str | None:
    """Say which symbols are too many or too few; `missing` are those that Excuses must supply.

    None: so many Excuses can supply them, each with one to `most` of different suits.
    """
    too_many = [suit for suit, count in zip(SUITS, missing, strict=True) if count < 0]
    if too_many:
        return english_text(TOO_MANY(suits=", ".join(too_many)))
    if can_supply(missing, excuses, most):
        return None
    lacking = [suit for suit, count in zip(SUITS, missing, strict=True) if count]
    if excuses > sum(missing):
        return english_text(ADD_MORE(excuses=excuses))
    return english_text(TOO_FEW(suits=", ".join(lacking)))


def can_supply(missing: Sequence[int], excuses: int, most: int) -> bool:
    """Say whether so many Excuses, each with 1 to `most` suits, supply exactly what is missing."""
    return excuses <= sum(missing) <= excuses * most and max(missing) <= excuses
