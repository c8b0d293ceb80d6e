"""What one does at a table, as steps; `Table` and `AsyncTable` carry them out."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal_client import calls
from fairdeal_client.bots import Bot
from fairdeal_client.canonical import require
from fairdeal_client.checks import Evidence, TableCheck
from fairdeal_client.errors import ApiError, Lie, Refused, StaleView
from fairdeal_client.requests import Ask, Call, Steps
from fairdeal_client.session import Session
from fairdeal_client.streams import OVER, EventMessage, StreamMessage, TableNews, ViewMessage
from fairdeal_client.types import Action, Receipt, View

MINIMAL = "return=minimal"


@dataclass(frozen=True)
class Accepted:
    """A command that was carried out. `view` is None while a stream shows what happens."""

    receipt: Receipt
    view: View | None


class Checks:
    """What a client keeps so that it can check tables: the keys as they were at the beginning."""

    def __init__(self, session: Session, folder: Path | None) -> None:
        self.session, self.folder = session, folder
        self.keys: list[Any] = []
        self.checkpoint = ""

    def evidence(self) -> Steps[Evidence]:
        """Return what proofs of a table begin with."""
        if not self.keys:
            found = yield from self.session.call(calls.list_keys())
            self.checkpoint = yield from self.session.call(calls.show_checkpoint())
            self.keys = [*found["keys"]]
        return Evidence(None, self.keys, [self.checkpoint])

    def table(self, table: str, evidence: Evidence | None = None) -> Steps[TableCheck]:
        """Return the checks of a table."""
        player = (yield from self.session.own_id()) if self.session.authorization() else None
        evidence = evidence or (yield from self.evidence())
        evidence.folder = None if self.folder is None else self.folder / table
        return TableCheck(table, player, evidence)


class TableSteps:
    """A table for one account.

    Attributes:
        check: what is known for sure of the table; None where nothing is checked.
        news: the stream that is read now.
        verdict: what the check of the deal has found, once the table is closed.
    """

    def __init__(self, session: Session, table: str, checks: Checks | None) -> None:
        self.session, self.table, self.checks = session, table, checks
        self.check: TableCheck | None = None
        self.news: TableNews | None = None
        self.is_settled = False
        self.verdict: str | None = None

    def checked(self) -> Steps[TableCheck | None]:
        """Return the checks, begun if they are wanted."""
        if self.check is None and self.checks is not None:
            self.check = yield from self.checks.table(self.table)
        return self.check

    def view(self, after: int | None = None, wait: int | None = None) -> Steps[View]:
        """Return the view of now, or wait until there is more than event `after`."""
        call = calls.show_view(self.table, after=after, wait=wait)
        view = yield from self.session.call(call)
        yield from self.check_view(view)
        return view

    def command(self, call: Call[Any]) -> Steps[Accepted]:
        """Carry out a command; ask for the receipt alone where a stream shows the rest."""
        check = yield from self.checked()
        streams = self.news is not None and self.news.is_open
        answer = yield from self.session.call(
            call.with_header("Prefer", MINIMAL) if streams else call
        )
        receipt, view = answer["receipt"], answer.get("view")
        if check is not None:
            check.keep_receipt(receipt)
        if view is not None:
            yield from self.check_view(view)
        return Accepted(receipt, view)

    def sit(self, seat: int | None = None) -> Steps[Accepted]:
        """Take a seat; where things are checked, with entropy for the deal."""
        body: Any = {} if seat is None else {"seat": seat}
        check = yield from self.checked()
        if check is not None:
            body["commitment"] = check.promise()
        return (yield from self.command(calls.sit_down(self.table, body)))

    def seat_bot(self, level: Any, seat: int | None = None) -> Steps[Accepted]:
        """Give a seat to a bot of the server."""
        body: Any = {"bot": level} if seat is None else {"bot": level, "seat": seat}
        return (yield from self.command(calls.sit_down(self.table, body)))

    def start(self, bots: str | None) -> Steps[Accepted]:
        """Give the free seats to bots, if a level is given; call for the start."""
        seats = () if bots is None else (yield from self.view())["seats"]
        for seat in seats:
            if seat["player"] is None and seat["bot"] is None and seat["kept_for"] is None:
                yield from self.seat_bot(bots, seat["seat"])
        return (yield from self.command(calls.start_table(self.table, {})))

    def act(self, action: Action) -> Steps[Accepted]:
        """Do one of the choices of the view."""
        check = yield from self.checked()
        sent: Any = action
        if check is not None:
            check.sent.append(sent)
        try:
            return (yield from self.command(calls.act(self.table, action)))
        except ApiError:
            if check is not None and sent in check.sent:
                check.sent.remove(sent)  # it was not done
            raise

    # ---- checks

    def check_view(self, view: View) -> Steps[None]:
        """Hold a view to the log; do what the start asks of who has promised entropy."""
        check = yield from self.checked()
        if check is None:
            return
        try:
            yield from self.check_claims(check, view)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Lie(f"the server's claims have another form than described: {error!r}") from error

    def check_claims(self, check: TableCheck, view: View) -> Steps[None]:
        """Do so with whatever the server has sent."""
        yield from self.read_events(check, view["n"])
        check.check_view(view)
        if self.wants_reveal(view):
            yield from self.reveal(view)
        elif not self.is_settled and check.settled() is not None:
            self.is_settled = True
            found = yield from self.session.call(calls.show_closing(self.table))
            check.check_settled(found["settled"], view)
        if view["phase"] == "closed" and self.verdict is None:
            log = yield from self.session.call(calls.download_log(self.table))
            self.verdict = check.check_log(log)

    def read_events(self, check: TableCheck, upto: int) -> Steps[None]:
        """Read and check the events up to a number."""
        while check.n < upto:
            page = yield from self.session.call(calls.list_events(self.table, after=check.n))
            require(bool(page["events"]), f"event {check.n + 1} is kept from me")
            for event in page["events"]:
                check.take(event)

    def wants_reveal(self, view: View) -> bool:
        """Say whether the entropy of this account is awaited."""
        seat, closing = view["seat"], view["closing"]
        if self.check is None or seat is None or closing is None or view["phase"] != "open":
            return False
        is_new = closing["head"] != self.check.evidence.closing
        return is_new and view["seats"][seat]["entropy"] == "promised"

    def reveal(self, view: View) -> Steps[None]:
        """Reveal the entropy behind the closing, once that was checked."""
        check, closing = self.check, view["closing"]
        assert check is not None
        assert closing is not None
        yield from self.read_events(check, closing["n"])
        found = yield from self.session.call(calls.show_closing(self.table))
        body: Any = check.bind_closing(closing, found["closing"])
        yield from self.command(calls.reveal_table_entropy(self.table, body))

    # ---- news

    def open_news(self, *, by_stream: bool, has_events: bool) -> TableNews:
        """Return what brings the news from now on."""
        with_events = has_events or self.checks is not None
        self.news = TableNews(self.session, self.table, by_stream=by_stream, has_events=with_events)
        return self.news

    def next_message(self, news: TableNews) -> Steps[StreamMessage | None]:
        """Return the next message, checked; None when the table is closed."""
        message = yield from news.next()
        check = yield from self.checked()
        if check is not None and isinstance(message, EventMessage):
            yield from self.read_events(check, message.n - 1)
            check.take(message.event)
        elif isinstance(message, ViewMessage):
            yield from self.check_view(message.view)
        return message

    def close_news(self, news: TableNews) -> Steps[None]:
        """Close the stream."""
        self.news = None
        yield from news.close()

    def play(self, bot: Bot, *, by_stream: bool) -> Steps[View]:
        """Let a bot play to the end of the table; return the last view."""
        news = self.open_news(by_stream=by_stream, has_events=False)
        try:
            view = yield from self.play_by(bot, news)
        except Exception:
            yield from self.close_news(news)
            raise
        yield from self.close_news(news)
        return view

    def play_by(self, bot: Bot, news: TableNews) -> Steps[View]:
        """Play by the news."""
        last: View | None = None
        while (message := (yield from self.next_message(news))) is not None:
            if isinstance(message, EventMessage) or message.n < news.awaited:
                continue
            last = message.view
            yield Ask(bot.on_view, (last,))
            if last["phase"] == "closed" or (last["phase"] in OVER and self.checks is None):
                return last
            if last["choices"] is not None:
                yield from self.answer_turn(bot.choose, last, news)
        return last if last is not None else (yield from self.view())

    def answer_turn(
        self, choose: Callable[[View], Any], view: View, news: TableNews
    ) -> Steps[None]:
        """Do what a bot chooses, unless others were faster."""
        action: Action = yield Ask(choose, (view,))
        try:
            accepted = yield from self.act(action)
        except (Refused, StaleView):
            newer = yield from self.view()
            if newer["n"] == view["n"]:
                raise
            news.take_view(newer)
            return
        if accepted.view is None:
            news.expect(accepted.receipt["n"])
        else:
            news.take_view(accepted.view)
