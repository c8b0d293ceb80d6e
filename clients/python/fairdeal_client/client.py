"""The client that blocks: the methods of `AsyncClient` and `AsyncTable`, for plain programs."""

import inspect
import time
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from fairdeal_client import calls
from fairdeal_client.accounts import AccountSteps
from fairdeal_client.bots import Bot
from fairdeal_client.requests import Ask, Call, EndStream, NextLine, Pause, Reply, Send, Step, Steps
from fairdeal_client.session import Session, Tokens
from fairdeal_client.sign_in import (
    DeviceCode,
    code_request,
    loopback_redirect,
    redeem_code,
    show_page,
    sign_in_by_device,
)
from fairdeal_client.signing import Signer
from fairdeal_client.streams import AccountNews, StreamMessage
from fairdeal_client.tables import Accepted, TableSteps
from fairdeal_client.tournaments import TournamentSteps
from fairdeal_client.transport import USER_AGENT, no_answer, reply_of, timeout_of
from fairdeal_client.turns import TurnSteps
from fairdeal_client.types import (
    AccountMessage,
    Action,
    EventPage,
    Registered,
    TournamentFacts,
    View,
)

T = TypeVar("T")


class Client:
    """An account at a server, or a guest who only looks.

    Args:
        url: of the server.
        token: of the account, a personal access token, or the Tokens of an app's grant;
            `register` and `sign_in` bring others.
        verify: check every table as it goes: receipts, chain, seals, entropy, deal. `Lie` is
            raised at the first claim that is wrong.
        keep: a folder for the evidence of each table; with it, tables are checked too, and the
            checks go on when a program comes back to a table.
        streams: False waits by reads, where something between does not let streams through.
        patience: seconds for which a call is repeated while the server is away or busy.
        on_tokens: stores the Tokens of a grant whenever they are new.
        http: an httpx.Client of your own, with proxies or certificates.
    """

    def __init__(
        self, url: str, token: str | Tokens | None = None, *, verify: bool = False,
        keep: Path | str | None = None, streams: bool = True, patience: float = 60.0,
        on_tokens: Callable[[Tokens], object] | None = None,
        http: httpx.Client | None = None,
    ) -> None:  # fmt: skip
        self.session = Session(url.rstrip("/"), patience=patience)
        self.session.use(token)
        self.session.on_tokens = on_tokens or self.session.on_tokens
        self.streams = streams
        self.http = http or httpx.Client(headers={"User-Agent": USER_AGENT})
        self._steps = AccountSteps(
            self.session, verify=verify, keep=None if keep is None else Path(keep)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.http.close()

    def call(self, call: Call[T]) -> T:
        """Carry out any operation of the API: `client.call(calls.list_games())`."""
        return self._run(self.session.call(call))

    def register(self, name: str | None = None) -> Registered:
        """Make an account, and act for it from now on; keep its token and its recovery code."""
        return self._run(self._steps.register(name))

    def sign_in(
        self, client_id: str, scope: str = "read play",
        open_page: Callable[[str], object] = webbrowser.open, seconds: float = 300.0,
    ) -> Tokens:  # fmt: skip
        """Sign a person in by their browser (OAuth code with PKCE, redirected to this machine)."""
        with loopback_redirect() as (redirect_uri, wait):
            wanted = code_request(self.session.url, client_id, redirect_uri, scope)
            show_page(open_page, wanted.address)
            return self._run(redeem_code(self.session, client_id, wanted, wait(seconds)))

    def sign_in_by_device(
        self, client_id: str, show: Callable[[DeviceCode], object], scope: str = "read play"
    ) -> Tokens:
        """Sign a person in by a code that they type into a browser elsewhere."""
        return self._run(sign_in_by_device(self.session, client_id, scope, show))

    def sign_out(self) -> None:
        """End the app's grant: its tokens die at the server, too."""
        self._run(self.session.revoke())

    def sign_with(self, signer: Signer) -> None:
        """Sign with a key that the account has registered before."""
        self.session.signer = signer

    def register_key(self, signer: Signer) -> None:
        """Register a key for the account: what it does at seats taken from now on is signed."""
        return self._run(self._steps.register_key(signer))

    def open_table(
        self, game: str, seats: int, options: dict[str, Any] | None = None, *,
        brief: bool = False, **settings: Any,
    ) -> "Table":  # fmt: skip
        """Open a table; `brief`: with the options of a short one; `settings`: other fields."""
        if brief:
            options = self._run(self._steps.brief_options(game))
        return Table(self, self._run(self._steps.open_table(game, seats, options, settings)))

    def quick_seat(self, game: str, **settings: Any) -> "Table":
        """Sit down at the next table of a game, a new one where none has a free seat."""
        return Table(self, self._run(self._steps.quick_seat({"game": game, **settings})))

    def table(self, table: str) -> "Table":
        """Return a table by its id."""
        return Table(self, self._steps.table(table))

    def tournament(self, tournament: str) -> "Tournament":
        """Return a tournament by its id."""
        return Tournament(self, TournamentSteps(self._steps, tournament))

    def news(self, last: int | None = None) -> Iterator[AccountMessage]:
        """Yield what is new at all tables of the account, behind a message if given."""
        news = AccountNews(self.session, last, by_stream=self.streams)
        try:
            while (message := self._run(news.next())) is not None:
                yield message
        finally:
            self._run(news.close())

    def play_turns(self, bot: Bot) -> Iterator[View]:
        """Let a bot play at all tables of the account; yield the view after each of its turns."""
        turns = TurnSteps(self._steps, bot, by_stream=self.streams)
        try:
            while True:
                yield self._run(turns.next())
        finally:
            self._run(turns.close())

    def _run(self, steps: Steps[T]) -> T:
        """Carry out steps of the core."""
        result: Any = None
        failure: Exception | None = None
        while True:
            try:
                step = steps.send(result) if failure is None else steps.throw(failure)
            except StopIteration as end:
                found: T = end.value
                return found
            result, failure = None, None
            try:
                result = self._perform(step)
            except httpx.RequestError as error:
                failure = no_answer(error)
            except Exception as error:  # the core closes what is open and raises it
                failure = error

    def _perform(self, step: Step) -> Any:
        """Do what the core asks for."""
        match step:
            case Send():
                return self._send(step)
            case NextLine(stream):
                return next(stream[1], None)
            case EndStream(stream):
                stream[0].close()
            case Pause(seconds):
                time.sleep(seconds)
            case Ask(function, arguments):
                found = function(*arguments)
                if inspect.iscoroutine(found):
                    found.close()
                    raise TypeError(f"{function} is a coroutine: use AsyncClient")
                return found
        return None

    def _send(self, send: Send) -> Reply:
        """Send a request."""
        request = self.http.build_request(
            send.method, send.url, headers=send.headers, content=send.content,
            timeout=timeout_of(send),
        )  # fmt: skip
        response = self.http.send(request, stream=send.as_stream)
        stream = (response, response.iter_lines()) if send.as_stream else None
        return reply_of(response, stream)


class Table:
    """A table, for the account of a client."""

    def __init__(self, client: Client, steps: TableSteps) -> None:
        self._client, self._steps, self.id = client, steps, steps.table

    def view(self, after: int | None = None, wait: int | None = None) -> View:
        """Return the view of now; with `after` and `wait`, once there is more than that event."""
        return self._client._run(self._steps.view(after, wait))

    def sit(self, seat: int | None = None) -> Accepted:
        """Take a seat, the first free one unless given."""
        return self._client._run(self._steps.sit(seat))

    def seat_bot(self, level: str = "regular", seat: int | None = None) -> Accepted:
        """Give a seat to a bot of the server."""
        return self._client._run(self._steps.seat_bot(level, seat))

    def start(self, bots: str | None = None) -> Accepted:
        """Call for the start; bots of a level take the free seats before, if one is given."""
        return self._client._run(self._steps.start(bots))

    def leave(self, seat: int) -> Accepted:
        """Give up a seat."""
        return self._client._run(self._steps.command(calls.leave_seat(self.id, seat)))

    def act(self, action: Action) -> Accepted:
        """Do one of the choices of the view."""
        return self._client._run(self._steps.act(action))

    def events(self, after: int = 0) -> EventPage:
        """Return a page of the log."""
        return self._client.call(calls.list_events(self.id, after=after))

    def watch(self, *, events: bool = True) -> Iterator[StreamMessage]:
        """Yield the view of now, then what happens, until the table is closed."""
        news = self._steps.open_news(by_stream=self._client.streams, has_events=events)
        try:
            while (message := self._client._run(self._steps.next_message(news))) is not None:
                yield message
        finally:
            self._client._run(self._steps.close_news(news))

    def play(self, bot: Bot) -> View:
        """Let a bot play for the account to the end of the table; return the last view."""
        return self._client._run(self._steps.play(bot, by_stream=self._client.streams))

    def check_history(self) -> str:
        """See that the end of a closed table stands in the signed tree, which has only grown.

        It waits some seconds for the leaf. The table must be one that `verify` has checked.
        """
        return self._client._run(self._steps.check_history())

    @property
    def verdict(self) -> str | None:
        """Return what the check of the deal has found; None before the end, or if not checked."""
        return self._steps.verdict


class Tournament:
    """A tournament, for the account of a client."""

    def __init__(self, client: Client, steps: TournamentSteps) -> None:
        self._client, self._steps, self.id = client, steps, steps.id

    def facts(self) -> TournamentFacts:
        """Return the tournament as it is now."""
        return self._client._run(self._steps.facts())

    def enter(self) -> TournamentFacts:
        """Enter it; where things are checked, with entropy for its deals."""
        return self._client._run(self._steps.enter())

    def play(self, bot: Bot) -> TournamentFacts:
        """Let a bot play wherever the account is seated, until the tournament is closed."""
        return self._client._run(self._steps.play(bot, by_stream=self._client.streams))

    @property
    def verdicts(self) -> dict[str, str | None]:
        """Return by table what the check of its deal has found."""
        return {table: steps.verdict for table, steps in self._steps.tables.items()}
