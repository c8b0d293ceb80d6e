"""Names: what may stand in one (rule P2), and names that look alike (rule P3)."""

import threading
import unicodedata
from contextlib import suppress
from typing import Any

import pytest

from events.accounts import alike
from events.accounts.alike import condense_confusables, skeleton
from events.accounts.keys import NAMES_KEY, PLAYERS_KEY, SKELETONS_KEY
from events.accounts.names import (
    BIDI_CONTROLS,
    NameAlike,
    NameBidi,
    NameCharacter,
    NameInvisible,
    canonical_name,
)
from events.accounts.naming import NameRegistry
from events.accounts.players import Players
from events.store.streams import Store
from tests.events.given_log import everything
from tests.waiting import PATIENCE


@pytest.fixture
def players(store: Store) -> Players:
    return Players(store)


# ---- P2


@pytest.mark.parametrize("control", sorted(BIDI_CONTROLS), ids=ascii)
def test_p2_a_name_turns_no_direction_of_writing(control: str) -> None:
    for name, at in ((control + "Ada", 1), (f"A{control}da", 2), ("Ada" + control, 4)):
        with pytest.raises(NameBidi) as refused:
            canonical_name(name)
        said = f"Character {at}, U+{ord(control):04X} {unicodedata.name(control)}, changes"
        assert refused.value.detail.startswith(said)
        assert control not in refused.value.detail


@pytest.mark.parametrize(
    "blank",
    ["\u00ad", "\u034f", "\u115f", "\u1160", "\u17b4", "\u180e", "\u200b", "\u200c", "\u200d",
     "\u2060", "\u2063", "\u2800", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\ufffc", "\U0001d159",
     "\U000e0041", "\U000e0100"],
    ids=ascii,
)  # fmt: skip
def test_p2_every_character_of_a_name_is_seen(blank: str) -> None:
    with pytest.raises(NameInvisible) as refused:
        canonical_name(f"A{blank}da")
    assert refused.value.detail.startswith(f"Character 2, U+{ord(blank):04X}")


@pytest.mark.parametrize(
    ("name", "at"),
    [("A\u0640da", 2), ("Ada\ue000", 4), ("Ada\u0378", 4), ("Ada\ufff9", 4), ("\u0301Ada", 1),
     ("Ada\u0600", 4), ("\ufdfa" * 3, 3)],
    ids=ascii,
)  # fmt: skip
def test_p2_a_refusal_names_the_character_that_is_for_no_name(name: str, at: int) -> None:
    with pytest.raises(NameCharacter) as refused:
        canonical_name(name)
    assert refused.value.detail.startswith(f"Character {at}, U+{ord(name[at - 1]):04X}")


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Ada", "Ada"), ("Ada  Lovelace", "Ada Lovelace"), ("Ada\u00a0L", "Ada L"),
     ("\uff21\uff44\uff41", "Ada"), ("Zoe\u0308", "Zo\u00eb"), ("Ångström 🂡", "Ångström 🂡"),
     ("小明", "小明"), ("محمد", "محمد"), ("דוד", "דוד"), ("नरेंद्र", "नरेंद्र"),
     ("O'Neil-3", "O'Neil-3")],
    ids=ascii,
)  # fmt: skip
def test_a_name_is_kept_in_one_form(written: str, kept: str) -> None:
    assert canonical_name(written) == canonical_name(kept) == kept


# ---- P3


ALIKE = [
    ("Ada", "\u0410da"), ("Ada", "\u0391DA"), ("Ada", "Ad\u0430"), ("Alice", "AIice"),
    ("Alice", "A1ice"), ("Bob", "B0B"), ("Tom", "torn"), ("Ada", "Ad\u0251"),
    ("paypal", "\u0440\u0430ypal"),
]  # fmt: skip


def test_names_that_look_alike_have_one_skeleton_and_others_have_not() -> None:
    for name, other in ALIKE:
        assert skeleton(name) == skeleton(other), (name, other)
    for name, other in [("Ada", "Adam"), ("Ada", "Àda"), ("Zoe", "Zoë"), ("Ian", "ian")]:
        assert skeleton(name) != skeleton(other), (name, other)


@pytest.mark.parametrize(("name", "other"), ALIKE, ids=ascii)
def test_p3_a_name_that_looks_like_anothers_is_refused_and_leaves_nothing(
    players: Players, store: Store, name: str, other: str
) -> None:
    players.register(name)
    before = everything(store.redis)
    with pytest.raises(NameAlike):
        players.register(other)
    assert everything(store.redis) == before


def test_p3_a_refusal_names_the_first_character_that_tells_the_names_apart(
    players: Players,
) -> None:
    players.register("Tamara")
    with pytest.raises(NameAlike) as refused:
        players.register("Tam\u0430r\u0430")
    assert "character 4, U+0430 CYRILLIC SMALL LETTER A;" in refused.value.detail


def test_of_many_who_want_names_that_look_alike_at_once_one_gets_one(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        NameRegistry, "require_free", lambda *_: None
    )  # all have seen that it is free
    wanted = ["Alice", "A1ice", "AIice", "\u0410lice", "Al\u0456ce", "Alic\u0435"]
    kept: list[str] = []
    begin = threading.Barrier(len(wanted), timeout=PATIENCE)

    def run(name: str) -> None:
        begin.wait()
        with suppress(NameAlike):
            kept.append(players.register(name)[0].name)

    threads = [threading.Thread(target=run, args=[name]) for name in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept) == 1


def test_a_look_is_free_when_its_account_is_erased(players: Players, store: Store) -> None:
    ada, _ = players.register("Ada")
    players.erase(ada)
    assert everything(store.redis).keys() & {NAMES_KEY, SKELETONS_KEY, PLAYERS_KEY} == set()
    assert players.register("\u0410da")[0].name == "\u0410da"


# ---- stores of before


def test_names_of_before_are_compared_by_their_looks_from_the_next_start_on(
    players: Players, store: Store
) -> None:
    bob, _ = players.register("Bob")
    players.register("Eve")
    store.redis.delete(SKELETONS_KEY)  # as it was before
    players.register("B0b")
    found: Any = store.redis.hgetall(SKELETONS_KEY)
    for _ in range(2):
        players.naming.compare_all()
    now: Any = store.redis.hgetall(SKELETONS_KEY)
    eve = players.find_by_name("Eve")
    assert eve is not None
    assert now == {**found, b"eve": eve.id.encode()}
    with pytest.raises(NameAlike):
        players.register("\u0415ve")
    players.erase(bob)  # whose name does not hold the look
    with pytest.raises(NameAlike):
        players.register("BOb".replace("O", "\u041e"))


def test_an_account_that_is_erased_meanwhile_holds_no_look(players: Players, store: Store) -> None:
    ada, _ = players.register("Ada")
    row: Any = store.redis.hget(PLAYERS_KEY, ada.id)
    players.erase(ada)
    store.redis.hset(PLAYERS_KEY, ada.id, row)  # as a page of accounts of a moment ago has it
    store.redis.hset(NAMES_KEY, "eve", "p0")  # there are names without a look
    players.naming.compare_all()
    assert store.redis.hlen(SKELETONS_KEY) == 0


# ---- the table


def test_the_table_is_unicodes_made_short() -> None:
    text = (
        "\ufeff# confusables.txt\n# Version: 15.0.0\n#\n# For documentation, see there\n#\n"
        "0410 ;\t0041 ;\tMA\t# ( \u0410 → A )\n\n0391 ;\t0041 ;\tMA\t# ( \u0391 → A )\n"
        "006D ;\t0072 006E ;\tMA\t# ( m → rn )\n"
    )
    made = condense_confusables(text, "Unicode's licence\n\n-----\nof others").splitlines()
    assert [line for line in made if not line.startswith("#")] == [
        "0041;0391 0410",
        "0072 006E;006D",
    ]
    assert "# Version: 15.0.0" in made
    assert "# Unicode's licence" in made
    assert not [line for line in made if "others" in line]


def test_the_table_has_its_version_and_its_licence() -> None:
    head = alike.TABLE.read_text("utf-8").partition("\n0020;")[0]
    assert all(line.startswith("#") for line in head.splitlines())
    assert "Version: 15.0.0" in head
    assert SKELETONS_KEY.endswith(":15")
    assert "COPYRIGHT AND PERMISSION NOTICE" in head
    assert len(alike.confusables_table()) == 6311
    assert skeleton(skeleton("Rnary 1 | \u0410")) == skeleton("Rnary 1 | \u0410")
