"""An entrant of a tournament, as steps: it enters, reveals entropy, plays where it is seated."""

from typing import Any

from fairdeal_client import calls
from fairdeal_client.accounts import AccountSteps
from fairdeal_client.bots import Bot
from fairdeal_client.checks import TournamentCheck
from fairdeal_client.evidence import read_events
from fairdeal_client.requests import Call, Steps
from fairdeal_client.tables import TableSteps
from fairdeal_client.types import TournamentFacts

LOOK = 25  # seconds after which it looks at the tournament though there are no news
SOON = 1  # the same, once it is over and the last deals are about to be opened


class TournamentSteps:
    """A tournament for one account. Where things are checked, it contributes entropy."""

    def __init__(self, account: AccountSteps, tournament: str) -> None:
        self.account, self.session, self.id = account, account.session, tournament
        self.check: TournamentCheck | None = None
        self.last: int | None = None  # the newest message of the account that was read
        self.is_checked_in = False
        self.tables: dict[str, TableSteps] = {}  # those at which the account was seated

    def facts(self) -> Steps[TournamentFacts]:
        """Return the tournament as it is now."""
        return (yield from self.session.call(calls.show_tournament(self.id)))

    def enter(self) -> Steps[TournamentFacts]:
        """Enter it."""
        body: Any = {"kind": "player"}
        if self.account.checks is not None:
            self.check = yield from self.account.checks.begin(TournamentCheck, self.id)
            body["commitment"] = self.check.promise()
        answer = yield from self.session.call(calls.enter_tournament(self.id, body))
        if self.check is not None:
            self.check.keep_receipt(answer["receipt"])
        return answer["tournament"]

    def play(self, bot: Bot, *, by_stream: bool) -> Steps[TournamentFacts]:
        """Play wherever the account is seated, until the tournament is closed."""
        found = yield from self.session.call(calls.list_my_news())
        self.last = found["last"]
        while True:
            facts = yield from self.facts()
            you = facts["you"]
            table = None if you is None else you["table"]
            if self.must_check_in(facts):
                self.is_checked_in = True
                yield from self.session.call(calls.check_in(self.id, {}))
            elif you is not None and "reveal" in you["may"] and self.check is not None:
                yield from self.reveal(self.check, facts["closing"])
            elif table is not None and table not in self.tables:
                self.tables[table] = self.account.table(table)
                yield from self.tables[table].play(bot, by_stream=by_stream, until_closed=False)
            elif facts["phase"] == "closed" and (self.check is None or facts["secret"] is not None):
                yield from self.check_end(facts)
                return facts
            else:
                yield from self.wait(LOOK if facts["phase"] != "closed" else SOON)

    def check_end(self, facts: TournamentFacts) -> Steps[None]:
        """Check what was dealt, now that all is open, and that the account's entropy was in it."""
        you = facts["you"]
        if self.check is None or you is None or you["entrant"] is None:
            return
        yield from read_events(self.session, self.event_page, self.check, facts["n"])
        self.check.check_started(you["entrant"])
        for steps in self.tables.values():
            yield from steps.view()

    def must_check_in(self, facts: TournamentFacts) -> bool:
        """Say whether this tournament wants to hear that the account is there."""
        wanted = facts["settings"]["entrants"].get("check_in", False) and not self.is_checked_in
        return wanted and facts["you"] is not None and "check_in" in facts["you"]["may"]

    def wait(self, seconds: int) -> Steps[None]:
        """Wait for news of the account."""
        found = yield from self.session.call(calls.list_my_news(after=self.last, wait=seconds))
        self.last = found["last"]

    def event_page(self, after: int) -> Call[Any]:
        """Return the call of a page of the log."""
        return calls.list_tournament_events(self.id, after=after)

    def reveal(self, check: TournamentCheck, closing: Any) -> Steps[None]:
        """Reveal the entropy behind the closing, once that was checked."""
        yield from read_events(self.session, self.event_page, check, closing["n"])
        found = yield from self.session.call(calls.show_tournament_closing(self.id))
        body: Any = check.bind_closing(closing, found["closing"])
        answer = yield from self.session.call(calls.reveal_entropy(self.id, body))
        check.keep_receipt(answer["receipt"])
