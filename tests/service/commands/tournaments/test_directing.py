"""`fairdeal tournament return`, `reschedule`, `forbid`, `swap`: director commands in a terminal."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.commands.client import ApiProblem, Client
from service.commands.main import main
from service.commands.tournaments import directing
from tests.folders import ROOT
from tests.service.asker import Asker, Service
from tests.service.cups import entered, opened, with_role

THEN = 4_100_173_200_000  # 2099-12-05T18:00:00+01:00
Run = Callable[..., Result]


class Here(Client):
    """A client of the service in this process."""

    def __init__(self, asker: Asker) -> None:
        super().__init__("http://here")
        self.asker = asker

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        """Return the bytes of an answer."""
        found = self.asker.ask(method, path, raw=body, headers=headers)
        if found.status_code >= 400:
            raise ApiProblem(found.status_code, found.get_json(force=True))
        data: bytes = found.data
        return data


@pytest.fixture
def dora(service: Service) -> Asker:
    """Return a director."""
    return with_role(service, "Dora")


@pytest.fixture
def run(dora: Asker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command as the director."""
    (tmp_path / "token").write_text("secret")
    monkeypatch.setattr(directing, "Client", lambda url, token: Here(dora))

    def run_command(name: str, path: str, *arguments: str) -> Result:
        given = ["--server", "http://here", "--token-file", str(tmp_path / "token")]
        return CliRunner().invoke(
            main, ["tournament", name, path.rsplit("/", 1)[1], *arguments, *given]
        )

    return run_command


def facts_of(asker: Asker, path: str) -> Any:
    """Return what is told of a tournament."""
    return asker.get(path).get_json()


def test_an_entrant_counted_from_1_returns(service: Service, dora: Asker, run: Run) -> None:
    path, ann = opened(dora), service.player("Ann")
    entered(dora, path, service.player("Ben").id, ann.id)
    assert ann.delete(f"{path}/entrants/1").status_code == 200
    found = run("return", path, "2")
    assert (found.exit_code, found.output) == (
        0,
        "Entrant 2 is paired again, from the next round on\n",
    )
    assert not facts_of(dora, f"{path}/entrants")["entrants"][1]["withdrawn"]
    refused = run("return", path, "9")
    assert refused.exit_code == 1
    assert "The server refused: 404 tournament/unknown_entrant" in refused.stderr


def test_a_start_is_changed_and_left_to_the_director(dora: Asker, run: Run) -> None:
    path = opened(dora)
    found = run("reschedule", path, "2099-12-05T18:00:00+01:00")
    assert found.output == "The start comes not before 2099-12-05T17:00:00Z\n"
    assert facts_of(dora, path)["settings"]["schedule"]["starts_at"] == THEN
    assert run("reschedule", path, "asked").output == "The start comes when a director asks\n"
    assert facts_of(dora, path)["settings"]["schedule"]["starts_at"] is None
    wrong = run("reschedule", path, "2099-12-05T18:00:00")
    assert wrong.exit_code == 2
    assert "an offset from UTC" in wrong.stderr


def test_the_next_round_is_postponed_and_everybody_is_told_until_when(
    service: Service, dora: Asker, run: Run
) -> None:
    path = opened(dora, format={"kind": "swiss", "rounds": 3})
    entered(dora, path, service.player("Ann").id, service.player("Ben").id)
    dora.post(f"{path}/call")
    assert facts_of(service.nobody, path)["next_round_at"] is None
    soon = service.parts.store.now() + 3_600_000
    assert dora.post(f"{path}/schedule", {"next_round_at": soon}).status_code == 200
    assert facts_of(service.nobody, path)["next_round_at"] == soon
    late = run("reschedule", path, "2099-12-05T18:00:00+01:00")
    assert late.exit_code == 1
    assert "must be within 366 days from now" in late.stderr


def test_pairs_counted_from_1_are_kept_apart_until_another_list_is_sent(
    service: Service, dora: Asker, run: Run
) -> None:
    path = opened(dora, format={"kind": "swiss", "rounds": 3})
    people = [service.player(name) for name in ("Ann", "Ben", "Cat")]
    entered(dora, path, *(one.id for one in people))
    found = run("forbid", path, "3-1", "1-2")
    assert found.output == "Kept apart from the next round on: 2 pairs\n"
    assert facts_of(service.nobody, path)["forbidden_pairs"] == [[0, 1], [0, 2]]
    assert run("forbid", path).output == "Kept apart from the next round on: 0 pairs\n"
    assert facts_of(service.nobody, path)["forbidden_pairs"] == []
    assert run("forbid", path, "1-9").exit_code == 1
    for wrong in ("1", "0-1", "1-2-3", "a-b"):
        refused = run("forbid", path, wrong)
        assert refused.exit_code == 2
        assert f"{wrong} is not a pair of entrants, such as 3-7" in refused.stderr


def test_texts_are_announced_and_the_description_is_set_and_removed(dora: Asker, run: Run) -> None:
    path = opened(dora)
    assert run("announce", path, "The hall opens at 8").output == "Announced\n"
    assert facts_of(dora, path)["announcements"][0]["text"] == "The hall opens at 8"
    assert run("describe", path, "Three rounds").output == "The description is saved\n"
    assert facts_of(dora, path)["description"] == "Three rounds"
    assert run("describe", path).output == "The description is removed\n"
    assert facts_of(dora, path)["description"] is None


def test_an_entrant_counted_from_1_sits_out_rounds_to_come(
    service: Service, dora: Asker, run: Run
) -> None:
    path = opened(dora, format={"kind": "swiss", "rounds": 3}, entrants={"most_byes": 1})
    people = [service.player(name) for name in ("Ann", "Ben")]
    entered(dora, path, *(one.id for one in people))
    assert run("sit-out", path, "2", "3", "1").output == "Entrant 2 sits out 2 rounds to come\n"
    byes = [one["byes"] for one in facts_of(dora, f"{path}/entrants")["entrants"]]
    assert byes == [[], [0, 2]]
    assert people[0].post(f"{path}/entrants/0/byes", {"rounds": [1]}).status_code == 200
    assert people[0].post(f"{path}/entrants/0/byes", {"rounds": [0, 1]}).status_code == 422
    assert run("sit-out", path, "2").output == "Entrant 2 sits out 0 rounds to come\n"


def test_the_commands_of_the_guide_do_what_it_says(service: Service, dora: Asker, run: Run) -> None:
    path = opened(dora, format={"kind": "swiss", "rounds": 5})
    entered(dora, path, *(service.player(name).id for name in ("Ann", "Ben")))
    guide = (ROOT / "docs" / "how-to" / "direct-a-tournament.md").read_text()
    asked = [shlex.split(line) for line in re.findall(r"^fairdeal tournament (.*)$", guide, re.M)]
    assert len(asked) == 3
    for name, *arguments in asked:
        found = run(name, path, *[one for one in arguments if not one.startswith("$")])
        assert found.exit_code == 0, (name, found.output)
    told = facts_of(dora, path)
    assert told["description"] == "Three rounds in one evening"
    assert told["announcements"][0]["text"] == "Round 2 begins at 20:00"
    assert facts_of(dora, f"{path}/entrants")["entrants"][1]["byes"] == [2, 3]


def test_the_next_round_is_shown_and_two_change_places_in_it(
    service: Service, dora: Asker, run: Run
) -> None:
    path = opened(dora, format={"kind": "swiss", "rounds": 3})
    people = [service.player(name) for name in ("Ann", "Ben", "Cat")]
    entered(dora, path, *(one.id for one in people))
    assert "tournament/not_started" in run("swap", path).stderr
    for where in ("/pause", "/call"):
        assert dora.post(path + where).status_code == 200
    next_round = dora.get(f"{path}/next-round").get_json()
    (table,), (out,) = next_round["tables"], next_round["byes"]
    one, two = (who + 1 for who in table)
    shown = f"Round 1, not planned yet:\n  {one} - {two}\n  sitting out: {out + 1}\n"
    assert run("swap", path).output == shown
    swapped = f"Round 1, not planned yet:\n  {out + 1} - {two}\n  sitting out: {one}\n"
    assert run("swap", path, f"{one}-{out + 1}").output == swapped
    assert dora.get(f"{path}/next-round").get_json()["swaps"] == [[one - 1, out]]
    for caller in (people[0], service.player("Eve")):
        assert caller.get(f"{path}/next-round").status_code == 403
    assert service.nobody.get(f"{path}/next-round").status_code == 401
