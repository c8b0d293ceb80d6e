"""The client for asyncio (and trio): the same methods as in client.py, each a coroutine."""

import inspect
import webbrowser
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import anyio.to_thread
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


class AsyncClient:
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
        http: an httpx.AsyncClient of your own, with proxies or certificates.
    """

    def __init__(
        self, url: str, token: str | Tokens | None = None, *, verify: bool = False,
        keep: Path | str | None = None, streams: bool = True, patience: float = 60.0,
        on_tokens: Callable[[Tokens], object] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:  # fmt: skip
        self.session = Session(url.rstrip("/"), patience=patience)
        self.session.use(token)
        self.session.on_tokens = on_tokens or self.session.on_tokens
        self.streams = streams
        self.http = http or httpx.AsyncClient(headers={"User-Agent": USER_AGENT})
        self._steps = AccountSteps(
            self.session, verify=verify, keep=None if keep is None else Path(keep)
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self.http.aclose()

    async def call(self, call: Call[T]) -> T:
        """Carry out any operation of the API: `await client.call(calls.list_games())`."""
        return await self._run(self.session.call(call))

    async def register(self, name: str | None = None) -> Registered:
        """Make an account, and act for it from now on; keep its token and its recovery code."""
        return await self._run(self._steps.register(name))

    async def sign_in(
        self, client_id: str, scope: str = "read play",
        open_page: Callable[[str], object] = webbrowser.open, seconds: float = 300.0,
    ) -> Tokens:  # fmt: skip
        """Sign a person in by their browser (OAuth code with PKCE, redirected to this machine)."""
        with loopback_redirect() as (redirect_uri, wait):
            wanted = code_request(self.session.url, client_id, redirect_uri, scope)
            show_page(open_page, wanted.address)
            answer = await anyio.to_thread.run_sync(wait, seconds)
            return await self._run(redeem_code(self.session, client_id, wanted, answer))

    async def sign_in_by_device(
        self, client_id: str, show: Callable[[DeviceCode], object], scope: str = "read play"
    ) -> Tokens:
        """Sign a person in by a code that they type into a browser elsewhere."""
        return await self._run(sign_in_by_device(self.session, client_id, scope, show))

    async def sign_out(self) -> None:
        """End the app's grant: its tokens die at the server, too."""
        await self._run(self.session.revoke())

    def sign_with(self, signer: Signer) -> None:
        """Sign with a key that the account has registered before."""
        self.session.signer = signer

    async def register_key(self, signer: Signer) -> None:
        """Register a key for the account: what it does at seats taken from now on is signed."""
        return await self._run(self._steps.register_key(signer))

    async def open_table(
        self, game: str, seats: int, options: dict[str, Any] | None = None, *,
        brief: bool = False, **settings: Any,
    ) -> "AsyncTable":  # fmt: skip
        """Open a table; `brief`: with the options of a short one; `settings`: other fields."""
        if brief:
            options = await self._run(self._steps.brief_options(game))
        return AsyncTable(
            self, await self._run(self._steps.open_table(game, seats, options, settings))
        )

    async def quick_seat(self, game: str, **settings: Any) -> "AsyncTable":
        """Sit down at the next table of a game, a new one where none has a free seat."""
        return AsyncTable(self, await self._run(self._steps.quick_seat({"game": game, **settings})))

    def table(self, table: str) -> "AsyncTable":
        """Return a table by its id."""
        return AsyncTable(self, self._steps.table(table))

    def tournament(self, tournament: str) -> "AsyncTournament":
        """Return a tournament by its id."""
        return AsyncTournament(self, TournamentSteps(self._steps, tournament))

    async def news(self, last: int | None = None) -> AsyncIterator[AccountMessage]:
        """Yield what is new at all tables of the account, behind a message if given."""
        news = AccountNews(self.session, last, by_stream=self.streams)
        try:
            while (message := await self._run(news.next())) is not None:
                yield message
        finally:
            await self._run(news.close())

    async def play_turns(self, bot: Bot) -> AsyncIterator[View]:
        """Let a bot play at all tables of the account; yield the view after each of its turns."""
        turns = TurnSteps(self._steps, bot, by_stream=self.streams)
        try:
            while True:
                yield await self._run(turns.next())
        finally:
            await self._run(turns.close())

    async def _run(self, steps: Steps[T]) -> T:
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
                result = await self._perform(step)
            except httpx.RequestError as error:
                failure = no_answer(error)
            except Exception as error:  # the core closes what is open and raises it
                failure = error

    async def _perform(self, step: Step) -> Any:
        """Do what the core asks for."""
        match step:
            case Send():
                return await self._send(step)
            case NextLine(stream):
                return await anext(stream[1], None)
            case EndStream(stream):
                await stream[0].aclose()
            case Pause(seconds):
                await anyio.sleep(seconds)
            case Ask(function, arguments):
                found = function(*arguments)
                return await found if inspect.isawaitable(found) else found
        return None

    async def _send(self, send: Send) -> Reply:
        """Send a request."""
        request = self.http.build_request(
            send.method, send.url, headers=send.headers, content=send.content,
            timeout=timeout_of(send),
        )  # fmt: skip
        response = await self.http.send(request, stream=send.as_stream)
        stream = (response, response.aiter_lines()) if send.as_stream else None
        return reply_of(response, stream)


class AsyncTable:
    """A table, for the account of a client."""

    def __init__(self, client: AsyncClient, steps: TableSteps) -> None:
        self._client, self._steps, self.id = client, steps, steps.table

    async def view(self, after: int | None = None, wait: int | None = None) -> View:
        """Return the view of now; with `after` and `wait`, once there is more than that event."""
        return await self._client._run(self._steps.view(after, wait))

    async def sit(self, seat: int | None = None) -> Accepted:
        """Take a seat, the first free one unless given."""
        return await self._client._run(self._steps.sit(seat))

    async def seat_bot(self, level: str = "regular", seat: int | None = None) -> Accepted:
        """Give a seat to a bot of the server."""
        return await self._client._run(self._steps.seat_bot(level, seat))

    async def start(self, bots: str | None = None) -> Accepted:
        """Call for the start; bots of a level take the free seats before, if one is given."""
        return await self._client._run(self._steps.start(bots))

    async def leave(self, seat: int) -> Accepted:
        """Give up a seat."""
        return await self._client._run(self._steps.command(calls.leave_seat(self.id, seat)))

    async def act(self, action: Action) -> Accepted:
        """Do one of the choices of the view."""
        return await self._client._run(self._steps.act(action))

    async def events(self, after: int = 0) -> EventPage:
        """Return a page of the log."""
        return await self._client.call(calls.list_events(self.id, after=after))

    async def watch(self, *, events: bool = True) -> AsyncIterator[StreamMessage]:
        """Yield the view of now, then what happens, until the table is closed."""
        news = self._steps.open_news(by_stream=self._client.streams, has_events=events)
        try:
            while (message := await self._client._run(self._steps.next_message(news))) is not None:
                yield message
        finally:
            await self._client._run(self._steps.close_news(news))

    async def play(self, bot: Bot) -> View:
        """Let a bot play for the account to the end of the table; return the last view."""
        return await self._client._run(self._steps.play(bot, by_stream=self._client.streams))

    async def check_history(self) -> str:
        """See that the end of a closed table stands in the signed tree, which has only grown.

        It waits some seconds for the leaf. The table must be one that `verify` has checked.
        """
        return await self._client._run(self._steps.check_history())

    @property
    def verdict(self) -> str | None:
        """Return what the check of the deal has found; None before the end, or if not checked."""
        return self._steps.verdict


class AsyncTournament:
    """A tournament, for the account of a client."""

    def __init__(self, client: AsyncClient, steps: TournamentSteps) -> None:
        self._client, self._steps, self.id = client, steps, steps.id

    async def facts(self) -> TournamentFacts:
        """Return the tournament as it is now."""
        return await self._client._run(self._steps.facts())

    async def enter(self) -> TournamentFacts:
        """Enter it; where things are checked, with entropy for its deals."""
        return await self._client._run(self._steps.enter())

    async def play(self, bot: Bot) -> TournamentFacts:
        """Let a bot play wherever the account is seated, until the tournament is closed."""
        return await self._client._run(self._steps.play(bot, by_stream=self._client.streams))

    @property
    def verdicts(self) -> dict[str, str | None]:
        """Return by table what the check of its deal has found."""
        return {table: steps.verdict for table, steps in self._steps.tables.items()}
