"""Everybody who may ask something about a table, and tables at which they stand so."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.service.asker import Asker, Service, commitment, entropy

ROLES = ("director", "auditor", "admin")
WORD = "cat"  # from which the entropy of the acting player follows
PLAYERS = ("one", "two", "left")
NAMES = (
    "nobody", "wrong token", "revoked token", "erased account", "stranger", "guest", "opener",
    "acting", "waiting", "left", *ROLES,
)  # fmt: skip


@dataclass
class Scene:
    """A table, who stands how to it, and a dispute about it if there is one.

    Attributes:
        callers: `guest` was shown the join code of a private table; `opener` holds no seat;
            `acting` and `waiting` hold one; `left` held one.
    """

    service: Service
    private: bool
    callers: dict[str, Asker] = field(default_factory=dict)
    path: str = ""
    code: str = ""
    dispute: str = ""
    tournament: str = ""
    action: object = None

    @classmethod
    def of(cls, service: Service, private: bool) -> "Scene":
        """Open a table of Boosh with a seat for each of three players."""
        scene = cls(service, private)
        for name in ("revoked token", "erased account", "stranger", "guest", "opener", *PLAYERS):
            scene.callers[name] = service.player(name)
        for name in ROLES:
            scene.callers[name] = service.player(name)
            found = service.parts.players.find(scene.callers[name].id)
            assert found is not None
            service.parts.players.give_role(found, name)
        scene.callers["nobody"] = service.nobody
        scene.callers["wrong token"] = Asker(service.app.test_client(), "wrong")
        gone = scene.callers["revoked token"], scene.callers["erased account"]
        token = gone[0].post("/v1/players/me/tokens", {"revoke": "this"}).get_json()["token"]
        assert Asker(service.app.test_client(), token).get("/v1/players/me").status_code == 200
        assert gone[1].delete("/v1/players/me").status_code == 204
        options = {"max_hands": 1}
        body = {"game": "boosh", "seats": 3, "options": options, "private": private, "clock": None}
        made = scene.callers["opener"].post("/v1/tables", body)
        scene.path, scene.code = made.headers["Location"], made.get_json()["join_code"] or ""
        scene.show_code("guest")
        return scene

    def show_code(self, *names: str) -> None:
        """Let some look at the table with its join code."""
        for name in names:
            answer = self.callers[name].get(self.path, Join_Code=self.code)
            assert answer.status_code == 200

    def seat(self, *names: str) -> None:
        """Let some sit down."""
        self.show_code(*names)
        for name in names:
            assert self.callers[name].post(f"{self.path}/seats", {}).status_code == 201

    def rename(self, acting: str, waiting: str) -> None:
        """Call two players by what they may do now."""
        self.callers["acting"] = self.callers.pop(acting)
        self.callers["waiting"] = self.callers.pop(waiting)

    def leave(self) -> None:
        """Let one of the players leave."""
        own = self.callers["left"]
        seats = own.get(self.path).get_json()["seats"]
        (seat,) = (k for k, one in enumerate(seats) if one and one["player"] == own.id)
        assert own.delete(f"{self.path}/seats/{seat}").status_code == 200


def with_a_free_seat(service: Service, private: bool) -> Scene:
    """Return a table at which two sit, and the third does no more."""
    scene = Scene.of(service, private)
    scene.seat(*PLAYERS)
    scene.leave()
    scene.rename("one", "two")
    return scene


def ready(service: Service, private: bool) -> Scene:
    """Return a table that may start: a bot sits where the third has left."""
    scene = with_a_free_seat(service, private)
    answer = scene.callers["opener"].post(f"{scene.path}/seats", {"bot": "regular"})
    assert answer.status_code == 201
    return scene


def called(service: Service, private: bool) -> Scene:
    """Return a table whose start was called for: one's entropy is awaited, the third has left."""
    scene = Scene.of(service, private)
    scene.show_code(*PLAYERS)
    promise = {"commitment": commitment(scene.callers["one"].id, WORD)}
    assert scene.callers["one"].post(f"{scene.path}/seats", promise).status_code == 201
    scene.seat("two", "left")
    assert scene.callers["opener"].post(f"{scene.path}/start", {}).status_code == 200
    scene.leave()
    scene.rename("one", "two")
    return scene


def playing(service: Service, private: bool) -> Scene:
    """Return a table in play whose third player has left; the one who waits disputes the hand."""
    scene = Scene.of(service, private)
    scene.seat("left", "one", "two")
    assert scene.callers["opener"].post(f"{scene.path}/start", {}).status_code == 200
    scene.leave()
    service.bots(scene.path)
    people = [scene.callers[name] for name in ("one", "two")]
    able, _ = service.acting(scene.path, people)
    scene.rename(*(("one", "two") if able is people[0] else ("two", "one")))
    choices = able.get(f"{scene.path}/view").get_json()["choices"]
    scene.action = [*choices["actions"], *(pick["example"] for pick in choices["picks"])][0]
    complaint = {"hand": 1, "reason": "Seat 1 peeked"}
    made = scene.callers["waiting"].post(f"{scene.path}/disputes", complaint)
    scene.dispute = made.headers["Location"]
    return scene


def closed(service: Service, private: bool) -> Scene:
    """Return a table that was played to its end, and stands in the tree."""
    scene = playing(service, private)
    service.play(scene.path, [scene.callers["acting"], scene.callers["waiting"]])
    service.parts.signing.tree.settle = 0
    service.parts.signing.tree.follow([scene.path.rsplit("/", 1)[1]])
    return scene


def entering(service: Service, private: bool) -> Scene:
    """Return a tournament that may be entered: two have, the third has withdrawn."""
    scene = with_a_free_seat(service, private)
    body = {
        "name": "Cup", "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 3600}}],
        "format": {"kind": "own"},
    }  # fmt: skip
    made = scene.callers["director"].post("/v1/tournaments", body)
    assert made.status_code == 201, made.text
    scene.tournament = made.headers["Location"]
    for name in ("acting", "waiting", "left"):
        own = {"commitment": commitment(scene.callers[name].id, WORD)} if name == "acting" else {}
        answer = scene.callers[name].post(f"{scene.tournament}/entrants", own)
        assert answer.status_code == 201, answer.text
    assert scene.callers["left"].delete(f"{scene.tournament}/entrants/2").status_code == 200
    return scene


def revealing(service: Service, private: bool) -> Scene:
    """Return a tournament whose start was called for; the entropy of one is awaited."""
    scene = entering(service, private)
    assert scene.callers["director"].post(f"{scene.tournament}/call").status_code == 200
    return scene


def pairing(service: Service, private: bool) -> Scene:
    """Return a tournament that has begun."""
    scene = revealing(service, private)
    closing = scene.callers["acting"].get(scene.tournament).get_json()["closing"]["head"]
    own = {"entropy": entropy(WORD), "closing": closing}
    assert scene.callers["acting"].post(f"{scene.tournament}/reveal", own).status_code == 200
    return scene


def paired(service: Service, private: bool) -> Scene:
    """Return a tournament of which a round is planned."""
    scene = pairing(service, private)
    plan = {"tables": [{"seats": [0, 1]}]}
    answer = scene.callers["director"].post(f"{scene.tournament}/rounds", plan)
    assert answer.status_code == 201, answer.text
    return scene


SCENES: dict[str, Callable[[Service, bool], Scene]] = {
    "open": with_a_free_seat, "ready": ready, "called": called, "playing": playing,
    "closed": closed,
    "entering": entering, "revealing": revealing, "pairing": pairing, "paired": paired,
}  # fmt: skip
