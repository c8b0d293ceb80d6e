"""What a person sees at a table: names beside seats, in every view, and in no bare one."""

from typing import Any

from tests.service.asker import Asker, Service


def named(asker: Asker, path: str) -> list[Any]:
    """Return the names in the seats as somebody is told them."""
    shown = asker.get(path).get_json()
    return [row["name"] for row in shown.get("view", shown)["seats"]]


def test_every_view_names_the_players_in_the_seats_and_no_bot(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = service.opened(ada, "bum", 3)
    for asker in (ada, bob):
        asker.post(f"{path}/seats")
    answered = ada.post(f"{path}/seats", {"bot": "regular"}).get_json()["view"]
    names = ["Ada", "Bob", None]
    assert [row["name"] for row in answered["seats"]] == names
    bob.post(f"{path}/start")
    for read in ("", "/view", "/replay?at=5"):
        assert named(bob, path + read) == names
    assert named(service.nobody, f"{path}/view") == names


def test_the_facts_of_a_table_tell_what_all_may_know_of_its_seats_and_have_no_board(
    service: Service,
) -> None:
    ada = service.player("Ada")
    path = service.opened(ada, "bum", 3)
    ada.post(f"{path}/seats")
    for _ in range(2):
        ada.post(f"{path}/seats", {"bot": "regular"})
    ada.post(f"{path}/start")
    shown, bare = ada.get(f"{path}/view").get_json(), ada.get(path).get_json()
    assert shown["board"]["mine"] == shown["play"]["cards"]
    assert [row["cards"] for row in shown["seats"]] == shown["play"]["counts"]
    assert bare["board"] is None
    assert bare["seats"] == service.nobody.get(f"{path}/view").get_json()["seats"]
