"""A bot that plays at all tables of an account, by one stream."""

from collections import deque
from typing import Any

from fairdeal_client import calls
from fairdeal_client.accounts import AccountSteps
from fairdeal_client.bots import Bot
from fairdeal_client.errors import Refused, StaleView
from fairdeal_client.requests import Ask, Steps
from fairdeal_client.streams import AccountNews
from fairdeal_client.tables import TableSteps
from fairdeal_client.types import AccountMessage, View

LOOKED_AT = ("your_turn", "start_called", "started", "ended", "given_back")


class TurnSteps:
    """The turns of an account, one after the other, at whichever table they are."""

    def __init__(self, account: AccountSteps, bot: Bot, *, by_stream: bool) -> None:
        self.account, self.bot = account, bot
        self.by_stream = by_stream
        self.news: AccountNews | None = None
        self.tables: dict[str, TableSteps] = {}
        self.over = set[str]()
        self.due: deque[str] = deque()

    def next(self) -> Steps[View]:
        """Take the next turn; return the view after it, or the last one of a table that is over."""
        if self.news is None:
            yield from self.begin()
        assert self.news is not None
        while True:
            while self.due:
                view = yield from self.look_at(self.due.popleft())
                if view is not None:
                    return view
            message = yield from self.news.next()
            if message is not None:
                self.note(message)

    def begin(self) -> Steps[None]:
        """Find the tables at which it is the account's turn now."""
        session = self.account.session
        last = (yield from session.call(calls.list_my_news()))["last"]
        self.news = AccountNews(session, last, by_stream=self.by_stream)
        found = yield from session.call(calls.list_my_tables(state="my_turn", limit=100))
        self.due.extend(one["table"] for one in found["tables"])

    def note(self, message: AccountMessage) -> None:
        """Remember the tables to look at."""
        if message["type"] == "turns":
            self.due.extend(one["table"] for one in message["turns"])
        elif message["type"] in LOOKED_AT:
            found: Any = message
            self.due.append(found["table"])

    def look_at(self, table: str) -> Steps[View | None]:
        """Look at a table, take the turn there if it is the account's; return the view after it."""
        if table in self.over:
            return None
        steps = self.tables.setdefault(table, self.account.table(table))
        view = yield from steps.view()
        yield Ask(self.bot.on_view, (view,))
        if view["choices"] is None:
            return view if self.is_over(view) else None
        action = yield Ask(self.bot.choose, (view,))
        try:
            after = (yield from steps.act(action)).view
        except (Refused, StaleView):
            if (yield from steps.view())["n"] == view["n"]:
                raise
            after = None
        if after is None or (not self.is_over(after) and after["choices"] is not None):
            self.due.appendleft(table)
        return after

    def is_over(self, view: View) -> bool:
        """Say whether a table is closed, and forget it then."""
        if view["phase"] == "closed":
            self.over.add(view["table"])
            self.tables.pop(view["table"], None)
        return view["phase"] == "closed"

    def close(self) -> Steps[None]:
        """Close the stream."""
        if self.news is not None:
            yield from self.news.close()
