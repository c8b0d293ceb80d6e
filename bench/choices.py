"""How long the choices of a Boojum hand of 25 cards take in the claim phase.

    python -m bench.choices [--hands 300] [--short] [--json]

Hands are drawn at random from four Decktets with all extended cards, the worst that options allow.
"""

import json
import random
import statistics
import time

from bench.arguments import BenchmarkParser
from games.boojum import GAME
from games.boojum.options import Options
from games.core.cards.decktet import EXTENDED
from games.core.contract import Card, Seat, Shuffle, private_copy

CARDS, DECKS, SEATS = 25, 4, 12


def millis(hands: int) -> list[float]:
    """Return the milliseconds of each hand's choices."""
    luck = random.Random(1)
    options = Options(decks=DECKS, pawns=True, courts=True, excuse=True, excuse_symbols=3)

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        return tuple(luck.sample(shuffle.cards, len(shuffle.cards)))

    state, _ = GAME.settle(GAME.rules.open(options, SEATS, None), order)
    state = private_copy(state)
    state.phase, state.done = "claims", frozenset()
    deck = sorted([card for card in EXTENDED for _ in range(DECKS)])
    times = []
    for _ in range(hands):
        hand = tuple(map(Card, sorted(luck.sample(deck, CARDS))))
        state.hands = (hand, *state.hands[1:])
        begin = time.perf_counter()
        found = GAME.rules.choices(state, Seat(0))
        times.append(1000 * (time.perf_counter() - begin))
        assert found.actions, "there is always something to do"
    return times


def main() -> None:
    """Print the median and the slowest."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--hands", 300, 50)
    arguments = parser.parse_sizes()
    times = sorted(millis(arguments.hands))
    result = {
        "median_ms": round(statistics.median(times), 3),
        "p99_ms": round(times[int(0.99 * len(times))], 3),
    }
    print(f"median {result['median_ms']} ms, 99 % within {result['p99_ms']} ms")
    if arguments.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
