"""A cup from its opening to its report, over the API alone.

It may be stopped or killed at any moment: every request has a key that follows from the file and
from this run, so that what is asked again is done once, and all else the tournament itself knows.
"""

import io
import json
import secrets
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Protocol

from games.core.fairness.commitment import entropy_commitment
from games.core.words import count_phrase
from service.commands.client import ApiProblem, Client
from service.commands.tournaments.closing import ClosingRefused, checked_closing
from service.commands.tournaments.crews import CupCrew, programs_of
from service.commands.tournaments.cup import Cup
from service.commands.tournaments.folder import CupFolder, CupRefused, CupState
from service.commands.tournaments.report import render_report_html
from service.commands.tournaments.results import cross_csv, standings_csv
from tournaments.following import TOO_FEW, entrants_needed
from tournaments.state import Tournament

Json = dict[str, Any]
POLL_SECONDS: Final = 0.25  # seconds between looks at the tournament
TRIES: Final = 480  # of a request, 0.25 s apart: two minutes without a server
MOST_EXPORTS: Final = 240  # times that the export is asked for
KEYS: Final = "keys.json"  # of the server, as they were before anything was asked of it
RESULTS: Final = (
    "results.json", "standings.csv", "cross-table.csv", "report.html", "export.zip", KEYS,
)  # fmt: skip
MakeAccount = Callable[[str], tuple[str, str]]  # by name; id and token


class CupObserver(Protocol):
    """Whom the runner tells how the cup goes."""

    def phase(self, what: str) -> None:
        """Hear what is going on."""

    def note(self, what: str) -> None:
        """Hear of something that people should know."""

    def facts(self, facts: Json) -> None:
        """Hear how far it is."""

    def standings(self, rows: list[Json]) -> None:
        """Hear who leads."""


@dataclass
class CupRun:
    """One run of a cup; `client` is the director's."""

    cup: Cup
    folder: CupFolder
    state: CupState
    client: Client
    make_account: MakeAccount
    observer: CupObserver

    @property
    def path(self) -> str:
        """Return where the tournament is."""
        return f"/v1/tournaments/{self.state.tournament}"

    def run(self) -> list[Json]:
        """Run what is left of the cup, and write what comes out; return the final standings."""
        self.open()
        facts = self.facts()
        if facts["phase"] == "registration":
            if self.cup.description is not None:
                body = {"text": self.cup.description}
                self.ask("describe", f"{self.path}/description", body)
            self.enter_all(facts["entrants"])
            self.begin()
        crew = self.crew()
        try:
            facts = self.play(crew)
        finally:
            crew.stop()
            self.keep_conduct(crew)
        if facts["why"] == TOO_FEW:
            raise self.too_few(facts["entrants"])
        return self.write(crew)

    def too_few(self, there: int) -> CupRefused:
        """Make the folder free for another start; return what the director is told."""
        self.folder.keep(self.state.new_run(self.state.plan, self.state.server))
        wanted = entrants_needed(Tournament("", settings=self.cup.settings))
        entered = f"{count_phrase(there, 'entrant')} had entered, and {wanted} must be there"
        return CupRefused(
            f"The tournament was closed at its start: {entered}. Nothing was played. The same"
            " command opens another one in this folder, if you like with another `starts_at`"
        )

    def keep_conduct(self, crew: CupCrew) -> None:
        """Remember how programs behaved."""
        if crew.collect_conduct():
            self.folder.keep(self.state)

    def ask(self, step: str, path: str, body: Json) -> Json:
        """Ask as the director for something that is done once, however often it is asked."""
        answer: Json = self.client.post(path, body, self.state.key(step))
        return answer

    def facts(self) -> Json:
        """Return what the tournament says of itself."""
        found: Json = self.client.get(self.path)
        return found

    def open(self) -> None:
        """Open the tournament, unless that was done."""
        if self.state.tournament is None:
            self.observer.phase("Opening the tournament")
            self.folder.write(KEYS, self.client.raw("GET", "/v1/keys", None, {}))
            self.remember_opening(is_sent=True)
            body = {"name": self.cup.name, **self.cup.sent}
            try:
                made = self.ask("open", "/v1/tournaments", body)["tournament"]
            except ApiProblem as refused:
                if refused.status < HTTPStatus.INTERNAL_SERVER_ERROR:  # else it may be done
                    self.remember_opening(is_sent=False)
                raise
            self.state.opened_as(made["id"])
            self.folder.keep(self.state)
        self.observer.note(f"Tournament {self.state.tournament} at {self.client.url}")

    def remember_opening(self, *, is_sent: bool) -> None:
        """Remember whether the server may know the tournament, under the keys of this run."""
        self.state.opening_sent = is_sent
        self.folder.keep(self.state)

    def enter_all(self, there: int) -> None:
        """Enter all whom the file names, in its order; so many of them are there already."""
        self.observer.phase("Entering who plays")
        for number, one in enumerate(self.cup.entrants):
            account = self.account(number) if one.program is not None else None
            if number < there:
                continue
            members = [*one.members] if account is None else [account["player"]]
            body: Json = {"kind": one.kind, "members": members}
            if one.kind != "player":
                body["name"] = one.name
            self.ask(f"enter {number}", f"{self.path}/entrants", body)

    def account(self, number: int) -> dict[str, str]:
        """Return the account of a program, made before it enters."""
        known = self.state.accounts.get(str(number))
        if known is None:
            one = self.cup.entrants[number]
            if one.token_file is not None:
                token = one.token_file.read_text().strip()
                player = Client(self.client.url, token).get("/v1/players/me")["player"]
            else:
                player, token = self.make_account(one.name)
            known = {"player": player, "token": token, "entropy": secrets.token_hex(16)}
            self.state.accounts[str(number)] = known
            self.folder.keep(self.state)
        return known

    def client_of(self, number: int) -> Client:
        """Return the client of a program."""
        token = self.state.accounts[str(number)]["token"]
        return Client(self.client.url, token, TRIES, patient=True)

    def begin(self) -> None:
        """Have the programs promise entropy, and call for the start as soon as it may be."""
        for number in programs_of(self.cup):
            own = self.state.accounts[str(number)]
            body = {"commitment": entropy_commitment(own["player"], own["entropy"])}
            promised = self.client_of(number).post(
                f"{self.path}/check-in", body, self.state.key("check in")
            )
            self.state.receipts[str(number)] = promised["receipt"]
            self.folder.keep(self.state)
        if self.cup.settings.schedule.starts_at is not None:
            self.observer.note("It starts by itself, at schedule.starts_at")
            return
        while missing := self.missing():
            self.observer.phase(f"Waiting for {missing}")
            time.sleep(4 * POLL_SECONDS)
        self.ask("call", f"{self.path}/call", {})

    def missing(self) -> str:
        """Return for whom the start has to wait: those who may still enter, or must check in."""
        own, rows = self.cup.settings, self.client.get(f"{self.path}/entrants")["entrants"]
        wanted = entrants_needed(Tournament("", settings=own))
        if own.entrants.register and len(rows) < wanted:
            return f"entrants: {len(rows)} of {wanted} are there"
        there = ("checked_in", "withdrawn")
        awaited = [row for row in rows if row["kind"] != "bot" and not any(map(row.get, there))]
        if own.entrants.check_in and awaited:
            return ", ".join(_entrant_display_name(row) for row in awaited) + ", who must check in"
        return ""

    def crew(self) -> CupCrew:
        """Return those who have the programs play."""
        clients = {number: self.client_of(number) for number in programs_of(self.cup)}
        return CupCrew(self.cup, self.state, clients, self.observer.note)

    def play(self, crew: CupCrew) -> Json:
        """Watch the tournament to its end, and let programs play where they sit; return facts."""
        ended, revealed = 0, False
        while True:
            facts = self.facts()
            self.observer.facts(facts)
            if facts["phase"] == "called" and not revealed:
                self.reveal_all()
                revealed = True
            if facts["groups"]["ended"] != ended:
                ended = facts["groups"]["ended"]
                self.show_leaders()
            if facts["secret"] is not None or (
                facts["phase"] == "closed" and not facts["tables"]["planned"]
            ):
                return facts
            crew.seat_programs()
            self.keep_conduct(crew)
            time.sleep(POLL_SECONDS)

    def reveal_all(self) -> None:
        """Have the programs keep their promises, where the closing is the one they saw."""
        own = [self.state.accounts[str(number)] for number in programs_of(self.cup)]
        promised = {one["player"]: entropy_commitment(one["player"], one["entropy"]) for one in own}
        if not promised:
            return
        try:
            tournament, receipts = self.facts()["id"], [*self.state.receipts.values()]
            closing = checked_closing(self.client, tournament, promised, receipts)
            self.state.bind_to(closing)
            self.folder.keep(self.state)  # before anything is revealed
        except ClosingRefused as refused:
            self.observer.note(f"{refused}: the programs reveal nothing. Keep this folder")
            return
        for number in programs_of(self.cup):
            body = {"entropy": self.state.accounts[str(number)]["entropy"], "closing": closing}
            try:
                key = self.state.key("reveal")
                self.client_of(number).post(f"{self.path}/reveal", body, key)
            except ApiProblem as refused:  # too late: it counts as withheld, and the cup goes on
                self.observer.note(f"{self.cup.entrants[number].name}: {refused.detail()}")

    def show_leaders(self) -> None:
        """Tell how the standings are now."""
        self.observer.standings(self.client.get(f"{self.path}/standings")["standings"])

    def write(self, crew: CupCrew) -> list[Json]:
        """Write the results in all their forms; return the final standings."""
        self.observer.phase("Writing the results")
        tries = 0
        while (data := self.export()) is None:
            if (tries := tries + 1) > MOST_EXPORTS:
                why = "The server did not serve the whole export of the tournament"
                raise CupRefused(f"{why} in {tries} tries. Run the same command to try again")
            time.sleep(POLL_SECONDS)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            results = json.loads(archive.read("results.json"))
        texts = {
            "results.json": json.dumps(results, indent=1, ensure_ascii=False),
            "standings.csv": standings_csv(results),
            "cross-table.csv": cross_csv(results),
            "report.html": render_report_html(results, crew.conduct_rows()),
        }
        for name, text in texts.items():
            self.folder.write(name, text.encode())
        self.folder.write("export.zip", data)
        self.state.done = True
        self.folder.keep(self.state)
        rows: list[Json] = results["standings"]
        return rows

    def export(self) -> bytes | None:
        """Return the export; None while tables are still being closed, or where it was cut off."""
        try:
            data = self.client.raw("GET", f"{self.path}/export", None, {})
            return data if zipfile.is_zipfile(io.BytesIO(data)) else None
        except ApiProblem as refused:
            if refused.status != 409:
                raise
            return None


def _entrant_display_name(row: Json) -> str:
    """Return what an entrant is called, as the list of entrants tells it."""
    return str(row["name"] or row["members"][0]["name"] or f"entrant {row['number']}")
