"""How each refusal about a dispute comes about, for the test of the examples of errors."""

from typing import Any

from events.disputes.rules import MOST
from tests.service.asker import Asker, Service, with_role

COMPLAINT = {"hand": 1, "reason": "Seat 1 peeked"}
RULING = {"verdict": "upheld", "reason": "It is so"}


def auditor(service: Service, name: str = "Max") -> Asker:
    """Make an account of an auditor."""
    return with_role(service, "auditor", name)


def disputed(scene: Any, path: str = "", who: str = "ada") -> str:
    """Open a dispute at a table at which Ada and Bob sit; return its path."""
    made = getattr(scene, who).post(f"{path or scene.start()}/disputes", COMPLAINT)
    assert made.status_code == 201, made.text
    return str(made.headers["Location"])


def ruled(scene: Any, where: str, **more: Any) -> Any:
    """Rule a dispute by an auditor of its own."""
    name = f"Max {where.rpartition('/')[2]}"
    return auditor(scene.service, name).post(f"{where}/ruling", {**RULING, **more})


def not_impartial(scene: Any) -> Any:
    where, found = disputed(scene), scene.service.parts.players.find(scene.bob.id)
    scene.service.parts.players.give_role(found, "auditor")
    return scene.bob.get(f"{where}/replay")


def already_open(scene: Any) -> Any:
    path = scene.start()
    disputed(scene, path)
    return scene.ada.post(f"{path}/disputes", COMPLAINT)


def too_many(scene: Any) -> Any:
    path = scene.start()
    for _ in range(MOST):
        assert scene.ada.delete(disputed(scene, path)).status_code == 200
    return scene.ada.post(f"{path}/disputes", COMPLAINT)


def too_late(scene: Any) -> Any:
    """Dispute a hand when the clock of the store is a long time ahead."""
    path = scene.alone()
    scene.service.play(path, [scene.ada])
    scene.patch.setattr("events.store.streams.Store.now", lambda store: 2_000_000_000_000)
    return scene.ada.post(f"{path}/disputes", COMPLAINT)


def withdrawn(scene: Any) -> Any:
    where = disputed(scene)
    assert scene.ada.delete(where).status_code == 200
    return scene.ada.delete(where)


def twice(scene: Any, first: dict[str, Any], second: dict[str, Any]) -> Any:
    """Rule the disputes of both players about the first hand of Boosh."""
    path = scene.start("boosh", 2)
    one, two = disputed(scene, path), disputed(scene, path, "bob")
    assert ruled(scene, one, **first).status_code == 201
    return ruled(scene, two, **second)


def ruled_already(scene: Any) -> Any:
    where = disputed(scene)
    assert ruled(scene, where).status_code == 201
    again = auditor(scene.service, "Maria")
    return again.post(f"{where}/ruling", {**RULING, "verdict": "dismissed"})


def no_points(scene: Any) -> Any:
    path = scene.start()
    for one in (scene.ada, scene.bob):
        assert one.post(f"{path}/adjourn").status_code == 200
    return ruled(scene, disputed(scene, path), remedy="points_adjusted", points=[1, 0, 0])


def other_hand(scene: Any) -> Any:
    return scene.ada.post(f"{scene.start()}/disputes", {**COMPLAINT, "hand": 9})


HAND_VOIDED, TABLE_VOIDED = {"remedy": "hand_voided"}, {"remedy": "table_voided"}
PROVOKE: dict[str, Any] = {
    "table/not_impartial": not_impartial,
    "dispute/not_a_party": lambda scene: scene.eve.post(f"{scene.start()}/disputes", COMPLAINT),
    "dispute/not_yours": lambda scene: scene.bob.delete(disputed(scene)),
    "dispute/not_an_auditor": lambda scene: scene.ada.get(f"{disputed(scene)}/replay"),
    "dispute/unknown": lambda scene: scene.eve.get(disputed(scene)),
    "table/ruled": ruled_already,
    "table/hand_voided": lambda scene: twice(scene, HAND_VOIDED, HAND_VOIDED),
    "table/voided": lambda scene: twice(scene, TABLE_VOIDED, HAND_VOIDED),
    "table/no_points": no_points,
    "dispute/no_such_hand": other_hand,
    "dispute/too_late": too_late,
    "dispute/already_open": already_open,
    "dispute/too_many": too_many,
    "dispute/withdrawn": withdrawn,
}
