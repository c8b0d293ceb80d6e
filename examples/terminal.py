"""Play any game at the terminal against bots: a client that knows no game, and draws them all.

    python examples/terminal.py GAME [URL]

All that it draws stands in the same place in every game's view: `seats`, `board`, `to_act`,
`deadlines`, `choices`, `story`. Type the number of a choice, or nothing for the first.
"""

import json
import re
import secrets
import sys
import time
from textwrap import fill
from urllib.request import Request, urlopen

WIDTH, SHOWN = 92, 99  # columns; choices that are listed


class Client:
    """An account at a server."""

    def __init__(self, url):
        self.url, self.token = url + "/v1", ""
        self.token = self.ask("POST", "/players", {"name": f"Ada {secrets.token_hex(3)}"})["token"]

    def ask(self, method, path, body=None):
        """Send a request; return the JSON of the answer."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data, headers, method=method), timeout=60) as answer:
            return json.load(answer)


class Drawing:
    """A view as lines of text; `labels` has a few characters for each card."""

    def __init__(self, view, labels):
        self.view, self.board, self.labels = view, view["board"], labels

    def text(self):
        """Return all of it."""
        board, lines = self.board, [self.board["phase_text"]]
        seats = [one["seat"] for one in self.view["seats"]]
        for seat in [*board["order"], *(one for one in seats if one not in board["order"])]:
            lines.append(self.seat(seat))
            lines += [f"      {self.pile(one)}" for one in board["open"] if one["seat"] == seat]
        lines += [f"  {self.pile(one)}" for one in board["open"] if one["seat"] is None]
        lines += self.told(board["previous"], "won by") + self.told(board["current"], "ahead:")
        if board["mine"] is not None:
            lines.append(f"Your cards: {self.row(board['mine'])}")
        return "\n".join(fill(line, WIDTH, subsequent_indent=" " * 8) for line in lines)

    def seat(self, seat):
        """Return a seat: whose turn it is, score, cards, and what it is and has."""
        one, due = self.view["seats"][seat], self.view["deadlines"][seat]
        until = "" if due is None else f" until {time.strftime('%X', time.localtime(due / 1000))}"
        about = [f"{self.board['counts']}: {one['score']}", f"cards: {one['cards']}"]
        line = ", ".join([*about, *one["roles"], *one["assets"]])
        turn = ">" if seat in self.view["to_act"] else " "
        return f"{turn} {self.name(seat):<18} {line}{until}"

    def name(self, seat):
        """Return what to call who holds a seat."""
        one = self.view["seats"][seat]
        name = one["name"] or f"{'Bot' if one['bot'] else 'Seat'} {seat}"
        return f"{name} (you)" if seat == self.view["seat"] else name

    def pile(self, pile):
        """Return cards that lie together."""
        down = [f"{pile['hidden']} face down"] if pile["hidden"] else []
        return f"{pile['name']}: {' '.join([*map(self.card, pile['cards']), *down])}"

    def card(self, card):
        """Return a card; one that lies face down as a mark."""
        return "##" if card is None else self.labels[card]

    def row(self, cards):
        """Return cards in a row."""
        return " ".join(map(self.card, cards))

    def told(self, one, verb):
        """Return the lines of a trick, a round or an auction: who did what."""
        if one is None:
            return []
        winner = "" if one["winner"] is None else f", {verb} {self.name(one['winner'])}"
        return [f"{one['name']}{winner}", *map(self.deed, one["deeds"])]

    def deed(self, deed):
        """Return what a seat did."""
        cards = f" [{self.row(deed['cards'])}]" if deed["cards"] else ""
        return f"      {self.name(deed['seat'])} {self.plain(deed['text'])}{cards}"

    def plain(self, text):
        """Return a text with names in the place of marked seats, and cards as they are called."""
        text = re.sub(r"\[[^][]+\]\(seat:(\d+)\)", lambda mark: self.name(int(mark[1])), text)
        return re.sub(r"\[([^][]+)\]\(card:[^()]+\)", r"\1", text)

    def choices(self, most):
        """Return the lines of what may be done, each with its number."""
        choices = self.view["choices"]
        texts = [one["text"] for one in choices["texts"]]
        texts += [pick["example_text"] for pick in choices["picks"]]
        lines = [f"  {number:>2} {self.plain(text)}" for number, text in enumerate(texts, 1)]
        more = [f"     and {len(lines) - most} more"] if len(lines) > most else []
        return "\n".join([*lines[:most], *more])


def chosen(drawing):
    """Show the table, and let a person choose."""
    choices = drawing.view["choices"]
    print("", drawing.text(), drawing.choices(SHOWN), sep="\n")
    typed = input("Your choice: ").strip()
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    return offered[int(typed) - 1 if typed else 0]


def main(game, url="http://127.0.0.1:8000"):
    """Open a short table, fill it with bots, and play it to its end."""
    client = Client(url)
    about = client.ask("GET", f"/games/{game}")
    labels = {card["id"]: card["label"] for card in about["cards"]}
    count = about["seats"]["least"]
    body = {"game": game, "seats": count, "options": about["brief"]}
    table = "/tables/" + client.ask("POST", "/tables", body)["view"]["table"]
    for taken in [{}, *[{"bot": "regular"}] * (count - 1)]:
        client.ask("POST", f"{table}/seats", taken)
    view = client.ask("POST", f"{table}/start", {})["view"]
    while view["phase"] != "closed":
        if view["choices"]:
            client.ask("POST", f"{table}/actions", chosen(Drawing(view, labels)))
        view = client.ask("GET", f"{table}/view?after={view['n']}&wait=25")
        print(*(Drawing(view, labels).plain(line["text"]) for line in view["story"]), sep="\n")
    print("", Drawing(view, labels).text(), sep="\n")
    print("Places by seat:", view["outcome"]["places"], "scores:", view["outcome"]["scores"])


if __name__ == "__main__":
    main(*sys.argv[1:3])
