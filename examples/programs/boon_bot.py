"""A bot of Boon as a program: lines of JSON come in, answers go out (docs/tutorials/bot.md).

fairdeal arena --game boon --bots program:examples/programs/boon_bot.py,novice,novice,novice
"""

import json
import sys

POINTS = [0, 0, 0, 4, 10, 11, 2, 2, 2, 2, 3, 3, 3, 3]  # by rank, from 1 to 14


def suit(card):
    """blue-6 -> blue."""
    return card.split("-")[0]


def rank(card):
    """blue-6 -> 6."""
    return int(card.split("-")[1])


def points(card):
    """What a card counts for the side that wins it."""
    return POINTS[rank(card) - 1]


def might(card, led):
    """Gold is above all; what is neither gold nor of the led suit wins nothing."""
    return rank(card) + {"gold": 100, led: 50}.get(suit(card), 0)


def choose(view, choices):
    """Take the Boon with many golds; bury and play by what cards count."""
    if view["phase"] == "taking":
        golds = [card for card in view["cards"] if suit(card) == "gold"]
        strong = len(golds) + sum(rank(card) > 10 for card in golds)
        return choices["actions"][0 if strong >= len(view["cards"]) * 2 // 3 else -1]  # take, pass
    if view["phase"] == "burying":
        pick = choices["picks"][0]
        cards = sorted(pick["cards"], key=lambda card: (suit(card) == "gold", -points(card)))
        return {**pick["example"], "cards": cards[: pick["least"]]}
    cards = [action["card"] for action in choices["actions"]]
    return {"type": "play", "card": (follow if view["trick"] else lead)(view, cards)}


def lead(view, cards):
    """The taker draws golds; others lead what is cheap."""
    golds = [card for card in cards if suit(card) == "gold"]
    if view["seat"] == view["taker"] and golds:
        return max(golds, key=rank)
    return min(cards, key=lambda card: (suit(card) == "gold", points(card), rank(card)))


def follow(view, cards):
    """Give points to friends, win what is dear or safe, else lose what is cheap."""
    trick, offence = view["trick"], (view["taker"], view["partner"])
    led = suit(trick[0])
    best = max(trick, key=lambda card: might(card, led))
    holder = (view["leader"] + trick.index(best)) % view["seats"]
    last = len(trick) + 1 == view["seats"]
    friend = not view["leaster"] and (view["seat"] in offence) == (holder in offence)
    if friend and (last or might(best, led) > 110):
        return max(cards, key=lambda card: (points(card), -might(card, led)))
    winning = [card for card in cards if might(card, led) > might(best, led)]
    if winning and not view["leaster"] and (last or sum(map(points, trick)) >= 4):
        return max(winning, key=points if last else lambda card: might(card, led))
    losing = [card for card in cards if card not in winning] or cards
    return min(losing, key=lambda card: (points(card), might(card, led)))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "table":
        print(json.dumps({"n": 0, "protocol": 1}), flush=True)
    elif message["type"] == "move":
        action = choose(message["view"], message["choices"])
        print(json.dumps({"n": message["n"], "action": action}), flush=True)
    elif message["type"] == "fallback":
        print(f"move {message['of']}: {message['why']}", file=sys.stderr)
