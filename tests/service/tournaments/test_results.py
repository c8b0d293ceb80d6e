"""Rounds, tables, standings and cross-table over the API, in every form."""

import csv
import io
import re
from typing import Any

from games.table.planned import table_id
from projections.ratings.ratings import NEW, UNIT, Ratings, stream_of_bots
from tests.projections.ratings.test_standings import play
from tests.service.asker import Service, problem
from tests.service.played_cups import BOTS, CUP, Cup, of_bots
from tests.tournaments.settings import settings
from tournaments import commands as cm
from tournaments.pairings import scoring_input
from tournaments.scoring import entrant_standings


def rows_of(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    return [*csv.DictReader(io.StringIO(text))]


def test_what_has_come_of_a_tournament_is_read_round_by_round(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    assert nobody.get(f"{cup.path}/rounds").get_json() == {"rounds": []}
    assert nobody.get(f"{cup.path}/standings").get_json()["round"] is None
    cup.play()
    rounds = nobody.get(f"{cup.path}/rounds").get_json()["rounds"]
    assert [(one["round"], one["first"], one["tables"], one["ended"]) for one in rounds] == [
        (0, 0, 2, True), (1, 2, 2, True), (2, 4, 2, True),
    ]  # fmt: skip
    tables = nobody.get(f"{cup.path}/tables").get_json()["tables"]
    assert [one["table"] for one in tables] == [table_id(CUP, index) for index in range(6)]
    for row, table in zip(tables, cup.state.tables, strict=True):
        assert table.finish is not None
        assert (row["state"], row["counts"], row["ruling"]) == ("closed", True, None)
        assert (tuple(row["places"]), tuple(row["scores"])) == table.finish[3:5]
    shown = nobody.get(f"{cup.path}/standings").get_json()
    assert (shown["round"], shown["groups"], shown["ended"]) == (2, 3, 3)
    expected = entrant_standings(scoring_input(cup.state), cup.state.rules.scoring)
    assert [(one["place"], one["entrant"]) for one in shown["standings"]] == [
        (one.place, one.entrant) for one in expected
    ]
    assert {one["name"] for one in shown["standings"]} == {"novice", "regular"}
    first = nobody.get(f"{cup.path}/standings?round=0").get_json()
    assert {one["tables"] for one in first["standings"]} == {1}
    problem(nobody.get(f"{cup.path}/standings?round=3"), 404, "tournament/no_such_round")
    problem(nobody.get(f"{cup.path}/cross-table?round=3"), 404, "tournament/no_such_round")
    problem(nobody.get(f"/v1/tournaments/{CUP[:-1]}2/standings"), 404, "tournament/unknown")


def test_tables_are_paged_and_found_by_round_and_entrant(service: Service) -> None:
    cup = of_bots(service)
    cup.play()

    def indexes(query: str) -> list[int]:
        found, cursor = list[int](), ""
        while cursor is not None:
            page = service.nobody.get(f"{cup.path}/tables?limit=2&{query}{cursor}").get_json()
            found += [one["index"] for one in page["tables"]]
            cursor = page["cursor"] and f"&cursor={page['cursor']}"
        return found

    assert indexes("") == [0, 1, 2, 3, 4, 5]
    assert indexes("round=1") == [2, 3]
    own = indexes("entrant=0")
    assert len(own) == 3
    assert all(0 in [one.entrant for one in cup.state.tables[index].planned.seats] for index in own)
    assert indexes("entrant=9") == []


def test_standings_and_cross_table_come_as_json_csv_and_text(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    cup.play()
    for name in ("standings", "cross-table"):
        path = f"{cup.path}/{name}"
        for form, kind in (("csv", "text/csv"), ("text", "text/plain")):
            found = nobody.get(path, Accept=kind)
            assert found.mimetype == kind
            assert found.data == nobody.get(f"{path}?format={form}").data
            assert found.headers["Vary"].startswith("Accept")
            again = nobody.get(path, Accept=kind, If_None_Match=found.headers["ETag"])
            assert (again.status_code, again.data) == (304, b"")
        assert nobody.get(path).mimetype == "application/json"
        problem(nobody.get(f"{path}?format=xml"), 400, "http/bad_query")
    head, *lines = nobody.get(f"{cup.path}/standings?format=text").text.splitlines()
    assert len(head.split()) == 10, "people read no wider lines"
    assert not any(re.search(r"\de-|\.\d{5}", line) for line in lines)
    shown = nobody.get(f"{cup.path}/standings").get_json()["standings"]
    rows = rows_of(nobody.get(f"{cup.path}/standings?format=csv").text)
    for row, told in zip(rows, shown, strict=True):
        assert (int(row["place"]), float(row["points"])) == (told["place"], told["points"])
        assert float(row["mean"]) == told["mean"]["value"]
        assert float(row["low"]) == told["mean"]["low"]
    (columns, *_) = csv.reader(io.StringIO(nobody.get(f"{cup.path}/standings?format=csv").text))
    assert len({*columns}) == len(columns)
    assert columns.count("measure_points") == 1
    for row, told in zip(rows, shown, strict=True):
        assert {name: float(row[f"measure_{name}"]) for name in told["measures"]} == told[
            "measures"
        ]
    text = nobody.get(f"{cup.path}/standings?format=text").text.splitlines()
    assert text[0].split()[:4] == ["place", "entrant", "name", "points"]
    assert len(text) == 5


def test_each_cell_of_a_cross_table_says_by_how_much_and_how_sure(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    cup.play()
    shown: Any = nobody.get(f"{cup.path}/cross-table").get_json()
    assert [one["entrants"] for one in shown["cells"]] == [
        [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3],
    ]  # fmt: skip
    assert all(one["tables"] == 1 for one in shown["cells"])
    rows = rows_of(nobody.get(f"{cup.path}/cross-table?format=csv").text)
    for cell in shown["cells"]:
        (one, other), told = cell["entrants"], cell["difference"]
        assert float(rows[one][f"{other}"]) == told["value"]
        assert float(rows[one][f"{other} high"]) == told["high"]
        assert float(rows[other][f"{one}"]) == -told["value"] + 0.0
        assert float(rows[other][f"{one} low"]) == -told["high"] + 0.0
        assert rows[one][f"{one}"] == ""
    own = nobody.get(f"{cup.path}/cross-table?entrant=2").get_json()
    assert own["cells"] == [one for one in shown["cells"] if 2 in one["entrants"]]


def test_the_pairs_of_a_large_field_are_told_entrant_by_entrant(service: Service) -> None:
    cup = Cup(service, settings(BOTS, format={"kind": "own"}))
    cup.enter(*["bot:novice"] * 251)
    problem(service.nobody.get(f"{cup.path}/cross-table"), 422, "tournament/too_many_pairs")
    assert service.nobody.get(f"{cup.path}/cross-table?entrant=1").get_json()["cells"] == []


def test_no_name_is_a_formula_in_a_spreadsheet(service: Service) -> None:
    cup = Cup(service, settings(BOTS, entrants={"kinds": ["player"]}, games=[
        {**BOTS["games"][0], "clock": {"turn": 60}}]))  # fmt: skip
    evil = service.player("=HYPERLINK(1)")
    cup.enter(evil.id)
    cup.enter(service.player("Bob").id)
    cup.ask(cm.Call())
    rows = rows_of(service.nobody.get(f"{cup.path}/standings?format=csv").text)
    assert rows[0]["name"] == "'=HYPERLINK(1)"


def rate(service: Service, *tables: str) -> None:
    """Rate tables, as a follower does, in this order."""
    Ratings(service.parts.store).decide(tables)


def test_ratings_are_told_as_they_were_before_and_after(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    earlier = ["bot:regular", "bot:expert"]
    play(service.parts.store, "t1", earlier, [2, 1], game="boosh")
    rate(service, "t1")

    def newest() -> Any:
        return Ratings(service.parts.store).newest(stream_of_bots("boosh"))

    begins = newest()["bot:regular"]
    assert nobody.get(f"{cup.path}/standings").get_json()["standings"][0]["ratings"] == []
    cup.play()
    tables = [table_id(CUP, index) for index in range(6)]
    rate(service, *tables[:1])
    rate(service, *tables)
    ends = newest()
    play(service.parts.store, "t2", earlier, [1, 2], game="boosh")
    rate(service, "t2")
    rows = nobody.get(f"{cup.path}/standings").get_json()["standings"]
    for row in rows:
        member = f"bot:{row['name']}"
        before = begins if member == "bot:regular" else NEW
        shown = [(mu - 3 * sigma) / UNIT for mu, sigma in (before, ends[member])]
        (told,) = row["ratings"]
        assert (told["member"], told["game"]) == (member, "boosh")
        assert [told["before"], told["after"]] == shown
    found = rows_of(nobody.get(f"{cup.path}/standings?format=csv").text)
    told = rows[0]["ratings"][0]
    assert float(found[0]["boosh rating before"]) == told["before"]
    assert float(found[0]["boosh rating after"]) == told["after"]


def test_ratings_by_round_follow_from_the_results_alone(service: Service) -> None:
    cup, nobody = of_bots(service), service.nobody
    path = f"{cup.path}/ratings"
    begins: Any = nobody.get(path).get_json()
    assert (begins["rounds"], {*map(len, (one["values"] for one in begins["entrants"]))}) == (
        0,
        {1},
    )
    cup.play()
    shown: Any = nobody.get(path).get_json()
    order = [one["entrant"] for one in nobody.get(f"{cup.path}/standings").get_json()["standings"]]
    assert [one["entrant"] for one in shown["entrants"]] == order
    values = {one["entrant"]: one["values"] for one in shown["entrants"]}
    for one in shown["entrants"]:
        assert len(one["values"]) == len(one["errors"]) == shown["rounds"] + 1 == 4
        assert (one["values"][0], one["errors"][-1] < one["errors"][0]) == (25, True)
    for table in cup.state.tables:
        assert table.finish is not None
        first, second = (one.entrant for one in table.planned.seats)
        won = table.finish.places[0] < table.finish.places[1]
        gains = [values[who][table.round + 1] - values[who][table.round] for who in (first, second)]
        assert (gains[0] > 0) == won or table.finish.places[0] == table.finish.places[1]
        assert (gains[1] > 0) != won or table.finish.places[0] == table.finish.places[1]
    assert nobody.get(f"{path}?entrant=2").get_json()["entrants"] == [
        one for one in shown["entrants"] if one["entrant"] == 2
    ]
    assert nobody.get(f"{path}?limit=1").get_json()["entrants"] == shown["entrants"][:1]
    problem(nobody.get(f"{path}?limit=-1"), 400, "http/bad_query")
