"""Thirty simple ways to play Boojum: each of ten prices with one of three ways to claim.

None looks at a suit, a rank or a type; they pay with the cards that the choices name.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from games.boojum.actions import Action, Bid, Claim
from games.core.bots import Budget, Choose
from games.core.contract import Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

PRICES: Mapping[str, Callable[[int], int]] = {  # the most cards for a group of so many
    "never_bids": lambda group: 0,
    "bids_one": lambda group: 1,
    "bids_two": lambda group: 2,
    "bids_three": lambda group: 3,
    "bids_half": lambda group: group // 2,
    "bids_two_less": lambda group: group - 2,
    "bids_one_less": lambda group: group - 1,
    "bids_as_many": lambda group: group,
    "bids_one_more": lambda group: group + 1,
    "always_bids": lambda group: 99,
}
CLAIMS: Mapping[str, Callable[[Sequence[Claim]], Claim]] = {
    "claims_the_first": lambda sets: sets[0],
    "claims_with_fewest": lambda sets: min(sets, key=lambda one: len(one.cards)),
    "claims_with_most": lambda sets: max(sets, key=lambda one: len(one.cards)),
}


def script(
    price: Callable[[int], int], claim: Callable[[Sequence[Claim]], Claim]
) -> Choose[Action]:
    """Return a way to choose that looks at nothing else."""

    def choose(
        view: View,
        choices: Choices[Action],
        seen: Sequence[ReceivedEvent],
        luck: Chance,
        budget: Budget,
    ) -> Action:
        examples = [pick.example for pick in choices.picks]
        if sets := [one for one in examples if isinstance(one, Claim)]:
            return claim(sets)
        for bid in examples:
            assert isinstance(bid, Bid)
            auction = view["auction"]
            group = view["slots"][auction["slot"]]["count"]
            if len(auction["bids"][view["seat"]]) + len(bid.cards) <= price(group):
                return bid
        return choices.actions[0]

    return choose


SCRIPTS: Mapping[str, Choose[Action]] = {
    f"{price}_{claim}": script(most, which)
    for (price, most), (claim, which) in product(PRICES.items(), CLAIMS.items())
}
