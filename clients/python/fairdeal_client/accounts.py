"""What one does with an account, as steps; `Client` and `AsyncClient` carry them out."""

from pathlib import Path
from typing import Any

from fairdeal_client import calls
from fairdeal_client.checks import TableCheck
from fairdeal_client.evidence import Checks
from fairdeal_client.requests import Steps
from fairdeal_client.session import Session
from fairdeal_client.signing import Signer
from fairdeal_client.tables import TableSteps
from fairdeal_client.types import Registered


class AccountSteps:
    """An account, and how its tables are looked at."""

    def __init__(self, session: Session, *, verify: bool, keep: Path | None) -> None:
        self.session = session
        self.checks = Checks(session, keep) if verify or keep is not None else None

    def register(self, name: str | None) -> Steps[Registered]:
        """Make an account, and use its token from now on."""
        made = yield from self.session.call(
            calls.register_player({} if name is None else {"name": name})
        )
        self.session.use(made["token"])
        self.session.player = made["player"]
        return made

    def register_key(self, signer: Signer) -> Steps[None]:
        """Register a key, and sign with it from now on."""
        player = yield from self.session.own_id()
        yield from self.session.call(calls.register_key(signer.key_body(player)))
        self.session.signer = signer

    def table(self, table: str) -> TableSteps:
        """Return a table by its id."""
        return TableSteps(self.session, table, self.checks)

    def open_table(
        self, game: str, seats: int, options: dict[str, Any] | None, settings: dict[str, Any]
    ) -> Steps[TableSteps]:
        """Open a table; keep its receipt where things are checked."""
        body: Any = {"game": game, "seats": seats, **settings}
        if options is not None:
            body["options"] = options
        evidence = None if self.checks is None else (yield from self.checks.evidence())
        answer = yield from self.session.call(calls.open_table(body))
        steps = self.table(answer["view"]["table"])
        if self.checks is not None:
            steps.check = yield from self.checks.begin(TableCheck, steps.table, evidence)
            steps.check.keep_receipt(answer["receipt"])
            yield from steps.check_view(answer["view"])
        return steps

    def brief_options(self, game: str) -> Steps[dict[str, Any]]:
        """Return the options of a short table, for a first try."""
        found = yield from self.session.call(calls.show_game(game))
        return found["brief"]

    def quick_seat(self, settings: dict[str, Any]) -> Steps[TableSteps]:
        """Take the next free seat of a game; where things are checked, with entropy."""
        body: Any = {**settings}
        check = None
        if self.checks is not None:
            evidence = yield from self.checks.evidence()
            check = TableCheck("", (yield from self.session.own_id()), evidence)
            body["commitment"] = check.promise()
        answer: Any = yield from self.session.call(calls.quick_seat(body))
        steps = self.table(answer["view"]["table"])
        if self.checks is not None and check is not None:
            steps.check = yield from self.checks.begin(TableCheck, steps.table, check.evidence)
            for kept in ("sitting", "receipt"):  # both, where it took the last seat
                if kept in answer:
                    steps.check.keep_receipt(answer[kept])
            yield from steps.check_view(answer["view"])
        return steps
