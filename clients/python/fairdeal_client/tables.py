"""What one does at a table, as steps; `Table` and `AsyncTable` carry them out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fairdeal_client import calls
from fairdeal_client.bots import Bot
from fairdeal_client.canonical import require
from fairdeal_client.checks import TableCheck
from fairdeal_client.errors import InvalidRequest, Lie, Refused, StaleView
from fairdeal_client.evidence import Checks, read_events
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


@contextmanager
def as_lies() -> Iterator[None]:
    """Call it a lie where what a server claims has not even its form."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise Lie(f"the server's claims have another form than described: {error!r}") from error


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
        self.seen = (0, "")  # number and head of the newest event of a view or receipt
        self.seat: int | None = None
        self.is_signed = False  # the seat was taken with the key of this client
        self.is_settled = False
        self.verdict: str | None = None

    def checked(self) -> Steps[TableCheck | None]:
        """Return the checks, begun if they are wanted."""
        if self.check is None and self.checks is not None:
            self.check = yield from self.checks.begin(TableCheck, self.table)
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
        if check is not None and self.checks is not None:
            require("receipt" in answer, "the server gives no receipt of what it has accepted")
            with as_lies():
                yield from self.checks.renew_keys(check.evidence, answer["receipt"])
                if "sitting" in answer:
                    check.keep_receipt(answer["sitting"])
                check.keep_receipt(answer["receipt"])
        receipt, view = answer["receipt"], answer.get("view")
        self.seen = max(self.seen, (receipt["n"], receipt["head"]))
        if view is not None:
            yield from self.check_view(view)
        return Accepted(receipt, view)

    def sit(self, seat: int | None = None) -> Steps[Accepted]:
        """Take a seat; where things are checked, with entropy for the deal."""
        body: Any = {} if seat is None else {"seat": seat}
        check = yield from self.checked()
        if check is not None:
            body["commitment"] = check.promise()
        signer = self.session.signer
        if signer is None:
            return (yield from self.command(calls.sit_down(self.table, body)))
        seats = (yield from self.view())["seats"]
        free = (one["seat"] for one in seats if one["player"] is None and one["bot"] is None)
        body = {"seat": next(free) if seat is None else seat, "commitment": None, **body}
        action = {"type": "table.sit", "key": signer.public, "bot": None, **body}
        header = signer.header(self.table, body["seat"], *self.seen, action)
        call = calls.sit_down(self.table, body, action_signature=header)
        return (yield from self.command(call))

    def signed(self, call: Call[Any], action: Any) -> Call[Any]:
        """Return a command with the signature that the seat asks for."""
        signer = self.session.signer
        if signer is None or self.seat is None or not self.is_signed:
            return call
        header = signer.header(self.table, self.seat, *self.seen, action)
        return call.with_header("Action-Signature", header)

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
        call = self.signed(calls.start_table(self.table, {}), {"type": "table.start"})
        return (yield from self.command(call))

    def act(self, action: Action) -> Steps[Accepted]:
        """Do one of the choices of the view."""
        check = yield from self.checked()
        sent: Any = action
        if self.seen[0] == 0 or (check is not None and check.since is None):
            yield from self.view()
        if check is not None:
            check.sent.append(sent)
        try:
            call = self.signed(calls.act(self.table, action), action)
            accepted = yield from self.command(call)
        except (InvalidRequest, Refused, StaleView):
            if check is not None and sent in check.sent:
                check.sent.remove(sent)  # it was not done; after all other answers it may have been
            raise
        if accepted.view is None and self.news is not None:
            self.news.expect(accepted.receipt["n"])
        return accepted

    # ---- checks

    def event_page(self, after: int) -> Call[Any]:
        """Return the call of a page of the log."""
        return calls.list_events(self.table, after=after)

    def check_view(self, view: View) -> Steps[None]:
        """Hold a view to the log; do what the start asks of who has promised entropy."""
        self.look_at(view)
        check = yield from self.checked()
        if check is None:
            return
        with as_lies():
            yield from self.check_claims(check, view)

    def check_history(self) -> Steps[str]:
        """See that the end of the table stands in the tree; it is there within seconds."""
        check = yield from self.checked()
        if check is None or self.checks is None:
            raise ValueError("only a client with verify=True has what the tree is held to")
        view = yield from self.view()
        if view["phase"] != "closed":
            raise ValueError("only a table that is closed stands in the tree")
        return (yield from self.checks.check_tree(check))

    def look_at(self, view: View) -> None:
        """Remember what to sign for, and whether the seat asks for it."""
        self.seen, self.seat = max(self.seen, (view["n"], view["head"])), view["seat"]
        signer = self.session.signer
        if signer is not None and self.seat is not None:
            self.is_signed = view["seats"][self.seat]["key"] == signer.public

    def check_claims(self, check: TableCheck, view: View) -> Steps[None]:
        """Do so with whatever the server has sent."""
        check.since = view["n"] if check.since is None else check.since
        yield from read_events(self.session, self.event_page, check, view["n"])
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

    def wants_reveal(self, view: View) -> bool:
        """Say whether the entropy of this account is awaited."""
        seat, closing = view["seat"], view["closing"]
        if self.check is None or seat is None or closing is None or view["phase"] != "open":
            return False
        evidence = self.check.evidence
        is_new = evidence.entropy is not None and closing["head"] != evidence.closing
        return is_new and view["seats"][seat]["entropy"] == "promised"

    def reveal(self, view: View) -> Steps[None]:
        """Reveal the entropy behind the closing, once that was checked."""
        check, closing = self.check, view["closing"]
        assert check is not None
        assert closing is not None
        yield from read_events(self.session, self.event_page, check, closing["n"])
        found = yield from self.session.call(calls.show_closing(self.table))
        body: Any = check.bind_closing(closing, found["closing"])
        call = calls.reveal_table_entropy(self.table, body)
        yield from self.command(self.signed(call, {"type": "table.reveal", **body}))

    # ---- news

    def open_news(self, *, by_stream: bool, has_events: bool) -> TableNews:
        """Return what brings the news from now on."""
        with_events = has_events or self.checks is not None
        self.news = TableNews(self.session, self.table, by_stream=by_stream, has_events=with_events)
        return self.news

    def next_message(self, news: TableNews) -> Steps[StreamMessage | None]:
        """Return the next message, checked; None when the table is closed.

        Views from before an action of one's own are left out: their choices hold no more.
        """
        message = yield from news.next()
        while isinstance(message, ViewMessage) and message.n < news.awaited:
            message = yield from news.next()
        check = yield from self.checked()
        if check is not None and isinstance(message, EventMessage):
            yield from read_events(self.session, self.event_page, check, message.n - 1)
            check.take(message.event)
        elif isinstance(message, ViewMessage):
            yield from self.check_view(message.view)
        return message

    def close_news(self, news: TableNews) -> Steps[None]:
        """Close the stream."""
        self.news = None
        yield from news.close()

    def play(self, bot: Bot, *, by_stream: bool, until_closed: bool = True) -> Steps[View]:
        """Let a bot play to the end of the table; return the last view.

        `until_closed` waits for the check of the deal, too: a table of a tournament is closed
        when all tables with the same deals have ended.
        """
        news = self.open_news(by_stream=by_stream, has_events=False)
        try:
            view = yield from self.play_by(bot, news, until_closed and self.checks is not None)
        except Exception:
            yield from self.close_news(news)
            raise
        yield from self.close_news(news)
        return view

    def play_by(self, bot: Bot, news: TableNews, until_closed: bool) -> Steps[View]:
        """Play by the news."""
        last: View | None = None
        while (message := (yield from self.next_message(news))) is not None:
            if isinstance(message, EventMessage):
                continue
            last = message.view
            yield Ask(bot.on_view, (last,))
            if last["phase"] == "closed" or (last["phase"] in OVER and not until_closed):
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
        if accepted.view is not None:
            news.take_view(accepted.view)
