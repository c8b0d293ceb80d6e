"""How each refusal about a tournament comes about, for the test of the examples of errors."""

from collections.abc import Callable
from typing import Any

from events.history.signing_keys import rotate_signing_key
from events.record.losses import Loss
from service.accounts.examples import ADA
from tests.service.asker import Asker, Service, commitment, entropy, with_role
from tournaments.commands import Register

CUPS = "/v1/tournaments"
BODY: dict[str, Any] = {
    "name": "Cup",
    "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 3600}}],
    "format": {"kind": "own"},
}
PAIR = {"tables": [{"seats": [0, 1]}]}
BOT = {"kind": "bot", "members": ["bot:regular"]}


def director(service: Service, name: str = "Dora") -> Asker:
    """Make an account of a director."""
    return with_role(service, "director", name)


class Cup:
    """A tournament that Dora directs; `people` have entered it."""

    def __init__(self, scene: Any, people: str = "", **more: Any) -> None:
        self.scene, self.dora = scene, director(scene.service)
        made = self.dora.post(CUPS, {**BODY, **more})
        assert made.status_code == 201, made.text
        self.path = made.headers["Location"]
        for name in people.split():
            self.done(getattr(scene, name), "/entrants")

    def done(self, asker: Asker, where: str, body: Any = None) -> "Cup":
        """Let somebody do something."""
        answer = asker.post(self.path + where, body)
        assert answer.status_code < 300, answer.text
        return self

    def ask(self, where: str, body: Any = None, who: Asker | None = None) -> Any:
        """Return the answer to the director, or another."""
        return (who or self.dora).post(self.path + where, body)

    def promised(self) -> "Cup":
        """Enter Ada with an entropy, and Bob."""
        self.done(self.scene.ada, "/entrants", {"commitment": commitment(self.scene.ada.id, "cat")})
        return self.done(self.scene.bob, "/entrants")

    def called(self) -> "Cup":
        """Call for the start."""
        return self.done(self.dora, "/call")

    def planned(self) -> "Cup":
        """Plan a round."""
        return self.called().done(self.dora, "/rounds", PAIR)

    def abandoned(self) -> "Cup":
        """Close it."""
        return self.done(self.dora, "/close", {"abandon": True})

    def reveal(self, word: str, who: Any) -> Any:
        """Reveal the entropy of a word under the closing, or under none that there is."""
        closing = (who.get(self.path).get_json()["closing"] or {"head": "00" * 32})["head"]
        return self.ask("/reveal", {"entropy": entropy(word), "closing": closing}, who)


def opened(scene: Any) -> Any:
    """Open a tournament under the key of another process's request that came first."""
    dora, key = director(scene.service), {"Idempotency_Key": "one"}
    assert dora.post(CUPS, BODY, **key).status_code == 201
    store: Any = scene.service.redis
    store.delete(*store.keys("fd:{p*}:once:*"))  # the key forgotten, the tournament not
    return dora.post(CUPS, BODY, **key)


def too_many_pairs(scene: Any) -> Any:
    """Ask for all pairs of a large field."""
    cup = Cup(scene)
    service = scene.service
    for _ in range(300):
        stream = cup.path.rsplit("/", 1)[1]
        enters = Register("bot", ("bot:regular",))
        service.parts.tournaments.execute(stream, f"player:{cup.dora.id}", enters)
    return scene.nobody.get(f"{cup.path}/cross-table")


def example(scene: Any) -> Asker:
    """Make an account with the id of the examples."""
    with scene.patch.context() as patch:
        patch.setattr("events.accounts.players.secrets.token_hex", lambda size: ADA[1:])
        made: Asker = scene.service.player("Zoe")
        return made


def entered(scene: Any) -> Any:
    zoe, cup = example(scene), Cup(scene)
    return cup.done(zoe, "/entrants").ask("/entrants", who=zoe)


def full(scene: Any) -> Any:
    cup = Cup(scene, "ada bob", entrants={"most": 2})
    return cup.ask("/entrants", who=scene.eve)


def member_twice(scene: Any) -> Any:
    own: dict[str, Any] = {
        "entrants": {"kinds": ["team"]},
        "format": {"kind": "own", "rotate": True},
    }
    body = {"kind": "team", "members": [example(scene).id] * 2}
    return Cup(scene, **own).ask("/entrants", body)


def closing_lost(scene: Any) -> Any:
    """Call for the start of a tournament that was open when a loss was published."""
    cup = Cup(scene)
    rotate_signing_key(scene.folder, scene.service.parts.store.now(), Loss(0, 0, None, 0))
    return cup.ask("/call")


def too_late(scene: Any) -> Any:
    """Reveal when the clock of the store is long behind the time for it."""
    cup = Cup(scene).promised().called()
    scene.patch.setattr("events.store.streams.Store.now", lambda store: 2_000_000_000_000)
    return cup.reveal("cat", scene.ada)


def entropy_differs(scene: Any) -> Any:
    zoe, cup = example(scene), Cup(scene, "bob")
    cup.done(zoe, "/entrants", {"commitment": commitment(zoe.id, "cat")}).called()
    return cup.reveal("owl", zoe)


def not_active(scene: Any) -> Any:
    cup = Cup(scene, "ada bob eve").called()
    assert scene.bob.delete(f"{cup.path}/entrants/1").status_code == 200
    return cup.ask("/rounds", PAIR)


def withdrawn(scene: Any) -> Any:
    cup = Cup(scene, "ada")
    assert scene.ada.delete(f"{cup.path}/entrants/0").status_code == 200
    return cup.ask("/check-in", who=scene.ada)


def rematch(scene: Any) -> Any:
    cup = Cup(scene, "ada bob").planned()
    return cup.done(cup.dora, "/tables/0/adjudication", RESULT).ask("/rounds", PAIR)


def starting(scene: Any) -> Any:
    cup = Cup(scene, entrants={"late": True}).promised().called()
    return cup.ask("/entrants", who=scene.eve)


def pairing(scene: Any, body: Any, people: str = "ada bob") -> Any:
    """Send a round for people who have entered."""
    return Cup(scene, people).called().ask("/rounds", body)


def swiss(scene: Any) -> Any:
    return Cup(scene, "ada bob", format={"kind": "swiss", "rounds": 3}).ask("/rounds", PAIR)


def no_return(scene: Any) -> Any:
    cup = Cup(scene, "ada bob", format={"kind": "knockout"}).called()
    cup.dora.delete(f"{cup.path}/entrants/0")
    return cup.ask("/entrants/0/return")


def director_plays(scene: Any) -> Any:
    cup = Cup(scene, format={"kind": "swiss", "rounds": 3})
    return cup.done(cup.dora, "/entrants").ask("/forbidden-pairs", {"pairs": []})


def no_next_round(scene: Any) -> Any:
    cup = Cup(scene, "ada bob", format={"kind": "swiss", "rounds": 3})
    cup.done(cup.dora, "/pause").called()
    return cup.ask("/swaps", {"round": 1, "entrants": [0, 1]})


def has_paired(scene: Any) -> Any:
    cup = Cup(scene, "ada bob", format={"kind": "swiss", "rounds": 3})
    return cup.done(cup.dora, "/forbidden-pairs", {"pairs": [[0, 1]]}).ask("/entrants")


def unready(scene: Any) -> Any:
    return Cup(scene, "ada bob").ask("/rounds", PAIR)


RESULT = {"places": [1, 2], "scores": [3, 1]}
PROMISE = {"commitment": commitment("p", "owl")}
CAT = {"entropy": entropy("cat")}
PROVOKE: dict[str, Callable[[Any], Any]] = {
    "tournament/no_role": lambda s: s.ada.post(CUPS, BODY),
    "tournament/not_a_director": lambda s: Cup(s).ask("/call", who=s.ada),
    "tournament/not_entered": lambda s: Cup(s).ask("/check-in", who=s.ada),
    "tournament/not_your_entry": lambda s: s.bob.delete(f"{Cup(s, 'ada').path}/entrants/0"),
    "tournament/unknown": lambda s: s.nobody.get(f"{CUPS}/c0123456789abcdef01"),
    "tournament/unknown_entrant": lambda s: s.ada.delete(f"{Cup(s, 'ada bob').path}/entrants/9"),
    "tournament/unknown_table": lambda s: Cup(s, "ada bob").planned().ask("/tables/9/adjudication"),
    "tournament/opened": opened,
    "tournament/closed": lambda s: Cup(s).abandoned().ask("/call"),
    "tournament/registration_over": lambda s: (
        Cup(s, "ada bob").called().ask("/entrants", who=s.eve)
    ),
    "tournament/starting": starting,
    "tournament/kind_not_taken": lambda s: Cup(s, entrants={"kinds": ["player", "bot"]}).ask(
        "/entrants", {"kind": "program", "members": [s.ada.id]}
    ),
    "tournament/full": full,
    "tournament/rating_too_low": lambda s: Cup(s, entrants={"least_rating": 20}).ask(
        "/entrants", who=s.ada
    ),
    "tournament/rating_too_high": lambda s: Cup(s, entrants={"most_rating": -5}).ask(
        "/entrants", who=s.ada
    ),
    "tournament/wrong_code": lambda s: Cup(s, entrants={"code": True}).ask(
        "/entrants", {"code": "abcd"}, s.ada
    ),
    "tournament/not_invited": lambda s: Cup(s, entrants={"invited": []}).ask(
        "/entrants", who=s.ada
    ),
    "tournament/not_by_invitation": lambda s: Cup(s).ask("/invitations", {"players": [s.ada.id]}),
    "tournament/entered": entered,
    "tournament/member_twice": member_twice,
    "tournament/committed": lambda s: Cup(s).promised().ask("/check-in", PROMISE, s.ada),
    "tournament/withdrawn": withdrawn,
    "tournament/closing_lost": closing_lost,
    "tournament/other_closing": lambda s: (
        Cup(s).promised().called().ask("/reveal", {**CAT, "closing": "00" * 32}, s.ada)
    ),
    "tournament/not_called": lambda s: Cup(s).promised().reveal("cat", s.ada),
    "tournament/entropy_not_awaited": lambda s: Cup(s).promised().called().reveal("cat", s.bob),
    "tournament/entropy_differs": entropy_differs,
    "tournament/too_late": too_late,
    "tournament/too_few": lambda s: Cup(s, "ada").ask("/call"),
    "tournament/not_started": unready,
    "tournament/pairs_itself": swiss,
    "tournament/round_running": lambda s: Cup(s, "ada bob").planned().ask("/rounds", PAIR),
    "tournament/not_active": not_active,
    "tournament/named_twice": lambda s: pairing(s, {"tables": [{"seats": [0, 0]}]}),
    "tournament/left_out": lambda s: pairing(s, {"tables": [{"seats": [0, 2]}]}, "ada bob eve"),
    "tournament/wrong_seats": lambda s: pairing(
        s, {"tables": [{"seats": [0, 1, 2]}]}, "ada bob eve"
    ),
    "tournament/rematch": rematch,
    "tournament/director_plays": director_plays,
    "tournament/has_paired": has_paired,
    "tournament/no_forbidden_pairs": lambda s: Cup(s).ask("/forbidden-pairs", {"pairs": []}),
    "tournament/no_next_round": no_next_round,
    "tournament/no_byes": lambda s: Cup(s, "ada", format={"kind": "swiss", "rounds": 3}).ask(
        "/entrants/0/byes", {"rounds": []}, s.ada
    ),
    "tournament/no_return": no_return,
    "tournament/no_postponing": lambda s: (
        Cup(s, "ada bob").called().ask("/schedule", {"next_round_at": 4_000_000_000_000})
    ),
    "tournament/paused": lambda s: (
        (cup := Cup(s, "ada bob").called()).done(cup.dora, "/pause").ask("/rounds", PAIR)
    ),
    "tournament/paused_already": lambda s: (cup := Cup(s)).done(cup.dora, "/pause").ask("/pause"),
    "tournament/not_paused": lambda s: Cup(s).ask("/resume"),
    "tournament/tables_running": lambda s: Cup(s, "ada bob").planned().ask("/close"),
    "tournament/early": lambda s: Cup(s).ask("/close"),
    "tournament/no_such_round": lambda s: s.nobody.get(f"{Cup(s).path}/standings?round=3"),
    "tournament/too_many_pairs": too_many_pairs,
    "tournament/not_closed": lambda s: s.nobody.get(f"{Cup(s).path}/export"),
    "tournament/directs": lambda s: (cup := Cup(s)).ask("/directors", {"player": cup.dora.id}),
}
