"""The rules U1 to U19 of docs/reference/tournaments.md, each by its number."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from games.core.contract import Illegal
from games.core.fairness.beacon import QUICKNET
from games.core.type_hints.values import BadValue
from games.table.planned import table_id
from tests.tournaments.case import (
    DIRECTOR,
    ID,
    NAME,
    SECRET,
    Case,
    brought_in,
    commitment,
    entropy,
    kinds,
    refused,
    reveal,
    started,
    who_sits,
)
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.consequences import Consequences, adjudication_consequences
from tournaments.names import entropy_of, group_secret
from tournaments.openings import table_open_command
from tournaments.pairing.pools import Pools
from tournaments.pairing.possible import require_possible, rounds_needed
from tournaments.pairings import WAIT, pool_ranks, pool_stages, scoring_input
from tournaments.results import build_results_json
from tournaments.scoring import standing_places
from tournaments.scoring.ledger import build_ledger
from tournaments.state import Tournament
from tournaments.tables import Entrant

OWN = settings(PEOPLE, format={"kind": "own", "rounds": None})
OWN_BOTS = settings(BOTS, format={"kind": "own", "rounds": None})
LATE = settings(PEOPLE, entrants={"late": True})


def own(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> cm.Plan:
    """Return pairings of one deal group."""
    rows = tuple(cm.OwnTable(0, 0, seats) for seats in tables)
    return cm.Plan(rows, tuple(map(Entrant, byes)))


def test_rule_u1_a_tournament_is_opened_once_with_all_settings_told() -> None:
    case = Case(BOTS, ["p-ben"])
    (told,) = [fact.event for fact in case.facts]
    assert told.settings["scoring"]["tie_breaks"]
    assert (told.director, told.directors, told.secret) == ("dora", ("p-ben",), SECRET)
    with refused(case, "tournament/opened", "U1"):
        case.ask(cm.Open(NAME, dict(BOTS), SECRET))


@pytest.mark.parametrize(
    ("command", "path"),
    [
        (cm.Open(NAME, dict(BOTS), "5e"), "secret"),
        (cm.Open("my cup", dict(BOTS), SECRET), "name"),
        (cm.Open(NAME, dict(BOTS), SECRET, ("dora",)), "directors"),
        (cm.Open(NAME, dict(BOTS), SECRET, ("ben", "ben")), "directors"),
        (cm.Open(NAME, {**BOTS, "prize": 5}, SECRET), "prize"),
    ],
)
def test_rule_u1_a_wrong_opening_is_refused_and_nothing_is_opened(
    command: cm.Open, path: str
) -> None:
    case = Case()
    with pytest.raises(BadValue) as bad:
        case.ask(command)
    assert (bad.value.path, case.tournament.n) == (path, 0)


def test_rule_u2_players_enter_themselves_and_directors_enter_anybody() -> None:
    case = Case(PEOPLE, ["ben"])
    case.ask(cm.Register("player", ("ann",), NAME, commitment(0, "ann")), "player:ann")
    case.ask(cm.Register("program", ("robo",)), "player:ben")
    case.ask(cm.Register("bot", ("bot:expert",)))
    case.ask(cm.Register("bot", ("bot:expert",)))  # bots of a level as often as is wanted
    assert [one.members for one in case.tournament.entries] == [
        ("ann",), ("robo",), ("bot:expert",), ("bot:expert",),
    ]  # fmt: skip
    with refused(case, "tournament/not_a_director", "U2"):
        case.ask(cm.Register("player", ("cat",)), "player:ann")
    closed = Case(settings(PEOPLE, entrants={"register": False}))
    with refused(closed, "tournament/not_a_director", "U2"):
        closed.ask(cm.Register("player", ("ann",)), "player:ann")


def test_rule_u2_entry_ends_with_the_call_unless_one_may_come_late() -> None:
    case = started(PEOPLE, 4, "player")
    with refused(case, "tournament/registration_over", "U2"):
        case.enter(1, "player")
    late = Case(LATE).enter(3, "player")
    late.ask(cm.CheckIn(Entrant(0), commitment(0)), "player:p0")
    late.ask(cm.Call())
    with refused(late, "tournament/starting", "U2"):
        late.enter(1, "player")
    late.tick()
    with refused(late, "http/invalid"):  # nobody promises an entropy when others' are known
        late.ask(cm.Register("player", ("p9",), None, commitment(9)), "player:p9")
    late.enter(1, "player").play()
    assert 3 not in {who for table in who_sits(late, 0) for who in table}
    assert 3 in {who for table in who_sits(late, 1) for who in table}


def test_rule_u2_a_tournament_takes_so_many_of_its_kinds() -> None:
    case = Case(settings(PEOPLE, entrants={"most": 2, "kinds": ["player"]})).enter(2, "player")
    with refused(case, "tournament/full", "U2"):
        case.enter(1, "player")
    with refused(case, "tournament/kind_not_taken", "U2"):
        case.enter(1, "bot")


def test_rule_u2_players_enter_themselves_with_a_rating_within_the_bounds() -> None:
    case = Case(settings(PEOPLE, entrants={"least_rating": 5, "most_rating": 20}))
    for rating, why in ((None, "too_low"), (4_999_999, "too_low"), (20_000_001, "too_high")):
        with refused(case, f"tournament/rating_{why}", "U2"):
            case.ask(cm.Register("player", ("ann",), rating=rating), "player:ann")
    case.ask(cm.Register("player", ("ann",), rating=5_000_000), "player:ann")
    case.ask(cm.Register("player", ("ben",), rating=25_000_000))  # a director enters anybody
    assert [one.rating for one in case.tournament.entries] == [5_000_000, 25_000_000]
    plain = Case(PEOPLE)
    plain.ask(cm.Register("player", ("ann",), rating=7), "player:ann")
    assert plain.tournament.entries[0].rating is None  # what nobody asks for is not told


def test_rule_u2_players_enter_themselves_when_they_are_invited_where_that_is_wanted() -> None:
    case = Case(settings(PEOPLE, entrants={"invited": ["ann"]}))
    case.ask(cm.Register("player", ("ann",)), "player:ann")
    with refused(case, "tournament/not_invited", "U2"):
        case.ask(cm.Register("player", ("ben",)), "player:ben")
    with refused(case, "tournament/not_a_director", "U2"):
        case.ask(cm.Invite(("ben",)), "player:ann")
    assert case.ask(cm.Invite(("ben", "ann"))) == [ev.Invited(("ben",))]
    assert case.ask(cm.Invite(("ben",))) == []
    case.ask(cm.Register("player", ("ben",)), "player:ben")
    case.ask(cm.Register("player", ("cat",)))  # a director enters anybody
    for wrong in (("a b",), ("eve", "eve"), tuple(map(str, range(1_000)))):
        with refused(case, "http/invalid"):
            case.ask(cm.Invite(wrong))
    open_to_all = Case(PEOPLE)
    with refused(open_to_all, "tournament/not_by_invitation", "U2"):
        open_to_all.ask(cm.Invite(("ann",)))


def test_rule_u2_the_stronger_have_higher_seeds_by_rating_or_as_a_director_says() -> None:
    case = Case(settings(PEOPLE, format={"kind": "knockout", "rounds": None, "seeding": "rating"}))
    for number, rating in enumerate((10, 30, None, 20, 10)):
        case.ask(cm.Register("player", (f"p{number}",), rating=rating))
    assert case.tournament.seeded() == (1, 3, 0, 4, 2)
    case.ask(cm.Seed((Entrant(2), Entrant(0))))
    assert case.tournament.seeded() == (2, 0, 1, 3, 4)
    for wrong, code in (((2, 2), "http/invalid"), ((5,), "tournament/unknown_entrant")):
        with refused(case, code):
            case.ask(cm.Seed(tuple(map(Entrant, wrong))))
    with refused(case, "tournament/not_a_director", "U2"):
        case.ask(cm.Seed(()), "player:p0")
    case.ask(cm.Call())
    case.tick()
    assert case.tournament.rounds[0].byes == (2, 0, 1)  # the strongest enter later
    with refused(case, "tournament/registration_over", "U2"):
        case.ask(cm.Seed(()))


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("player", ()), ("player", ("a", "b")), ("player", ("bot:expert",)), ("player", ("a b",)),
        ("bot", ("ann",)), ("bot", ("bot:grandmaster",)), ("program", ("bot:regular",)),
    ],
)  # fmt: skip
def test_rule_u3_members_are_those_that_their_kind_has(kind: Any, members: Any) -> None:
    case = Case(PEOPLE)
    with refused(case, "http/invalid"):
        case.ask(cm.Register(kind, members))


def test_rule_u3_a_player_takes_part_once() -> None:
    case = Case(PEOPLE).enter(2, "player")
    with refused(case, "tournament/entered", "U3"):
        case.ask(cm.Register("player", ("p0",)), "player:p0")
    teams = settings(PEOPLE, format={"rotate": True}, entrants={"kinds": ["team", "bot"]})
    case = Case(teams)
    case.ask(cm.Register("team", ("a", "b", "bot:regular")))
    with refused(case, "tournament/member_twice", "U3"):
        case.ask(cm.Register("team", ("c", "c")))
    with refused(case, "tournament/entered", "U3"):
        case.ask(cm.Register("team", ("c", "b")))
    with refused(case, "http/invalid"):
        case.ask(cm.Register("team", ("c",)))


def test_rule_u4_who_enters_says_that_they_are_there_and_promises_an_entropy_once() -> None:
    case = Case(PEOPLE).enter(2, "player")
    assert kinds(case.ask(cm.CheckIn(Entrant(0)), "player:p0")) == [ev.CheckedIn]
    assert case.ask(cm.CheckIn(Entrant(0)), "player:p0") == []
    case.ask(cm.CheckIn(Entrant(0), commitment(0)), "player:p0")
    assert case.ask(cm.CheckIn(Entrant(0), commitment(0)), "player:p0") == []
    with refused(case, "tournament/committed", "U4"):
        case.ask(cm.CheckIn(Entrant(0), commitment(1)), "player:p0")
    with refused(case, "tournament/not_your_entry", "U4"):
        case.ask(cm.CheckIn(Entrant(0)), "player:p1")
    with refused(case, "tournament/unknown_entrant", "U4"):
        case.ask(cm.CheckIn(Entrant(7)), "player:p1")
    with refused(case, "http/invalid"):
        case.ask(cm.CheckIn(Entrant(1), "too short"), "player:p1")
    case.ask(cm.Withdraw(Entrant(1)), "player:p1")
    with refused(case, "tournament/withdrawn", "U4"):
        case.ask(cm.CheckIn(Entrant(1)), "player:p1")


def test_rule_u5_the_start_waits_for_what_was_promised_and_goes_without_what_was_withheld() -> None:
    case = Case(PEOPLE).enter(3, "player")
    for who in (0, 2):
        case.ask(cm.CheckIn(Entrant(who), commitment(who)), f"player:p{who}")
    assert kinds(case.ask(cm.Call())) == [ev.Called]
    with refused(case, "tournament/entropy_differs", "U5"):
        case.ask(reveal(case.tournament, 0, entropy(1)), "player:p0")
    with refused(case, "tournament/entropy_not_awaited", "U5"):
        case.ask(reveal(case.tournament, 1), "player:p1")
    with refused(case, "tournament/registration_over", "U4"):
        case.ask(cm.CheckIn(Entrant(1), commitment(1)), "player:p1")
    with refused(case, "tournament/other_closing", "U5"):
        case.ask(replace(reveal(case.tournament, 2), closing="00" * 32), "player:p2")
    with refused(case, "http/invalid"):
        case.ask(replace(reveal(case.tournament, 2), closing="no head"), "player:p2")
    case.ask(reveal(case.tournament, 2), "player:p2")
    assert case.ask(reveal(case.tournament, 2), "player:p2") == []
    assert case.tick(case.at + 1) == []
    case.at = case.tournament.until
    with refused(case, "tournament/too_late", "U5"):
        case.ask(reveal(case.tournament, 0), "player:p0")
    begun = case.tick()[0]
    assert begun == ev.Started(("", "", entropy(2)), (Entrant(0),))
    assert entropy_of(case.tournament.entropies) == entropy_of(("", "", entropy(2)))
    assert entropy_of(("", "")) == ""


def test_rule_u5_all_promises_kept_the_tournament_starts_at_once() -> None:
    case = Case(PEOPLE).enter(2, "player")
    case.ask(cm.CheckIn(Entrant(0), commitment(0)), "player:p0")
    case.ask(cm.Call())
    with refused(case, "http/invalid"):
        case.ask(reveal(case.tournament, 0, "xyz"), "player:p0")
    told = case.ask(reveal(case.tournament, 0), "player:p0")
    assert kinds(told) == [ev.EntropyRevealed, ev.Started]
    with refused(case, "tournament/not_called", "U5"):
        case.ask(reveal(case.tournament, 1), "player:p1")


def test_rule_u5_the_call_needs_a_director_and_enough_who_are_there() -> None:
    case = Case(settings(PEOPLE, entrants={"check_in": True})).enter(3, "player")
    with refused(case, "tournament/not_a_director", "U5"):
        case.ask(cm.Call(), "player:p0")
    case.ask(cm.CheckIn(Entrant(1)), "player:p1")
    with refused(case, "tournament/too_few", "U5"):
        case.ask(cm.Call())
    case.ask(cm.CheckIn(Entrant(2)), "player:p2")
    assert kinds(case.ask(cm.Call())) == [
        ev.EntrantLate, ev.EntrantWithdrawn, ev.Called, ev.Started,
    ]  # fmt: skip
    assert case.tournament.active() == (1, 2)


def test_rule_u5_a_fixed_start_comes_by_itself_and_ends_what_has_too_few() -> None:
    data = settings(PEOPLE, schedule={"starts_at": 1_700_000_060_000})
    case = Case(data).enter(2, "player")
    assert case.tick(case.at + 1) == []
    assert kinds(case.tick())[:2] == [ev.Called, ev.Started]
    alone = Case(data).enter(1, "player")
    (end,) = alone.tick()
    assert (end, alone.tournament.phase) == (ev.TournamentClosed("too_few", ()), "closed")


def test_rule_u6_rounds_are_planned_when_all_tables_have_ended_and_not_before_their_time() -> None:
    case = started(settings(PEOPLE, schedule={"round_seconds": 60}), 4, "player")
    assert kinds(case.tick(case.at)) == [ev.RoundPlanned]
    begun = case.at
    case.play()
    assert [one.ended for one in case.tournament.rounds] == [True]
    assert case.tournament.next_at() == begun + 60_000
    assert kinds(case.tick()) == [ev.RoundPlanned]
    with refused(case, "tournament/not_the_server", "U6"):
        case.ask(cm.Advance())


def test_rule_u6_all_tables_of_a_round_share_their_deals_unless_that_is_not_wanted() -> None:
    same = started(BOTS, 8).play().tournament
    assert [one.planned.group for one in same.tables] == [0, 0, 1, 1, 2, 2]
    apart = started(settings(BOTS, format={"duplicate": False}), 8).play().tournament
    assert [one.planned.group for one in apart.tables] == [*range(6)]
    assert group_secret(same.secret, 0) != group_secret(same.secret, 1)


MIXED = [{"game": "boon", "seats": 4, "other_seats": [3]}]


@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_rule_u61_with_tables_of_other_sizes_nobody_idles_and_these_have_their_own_deals(
    kind: str,
) -> None:
    rounds = 3 if kind == "swiss" else None
    case = started(settings(BOTS, games=MIXED, format={"kind": kind, "rounds": rounds}), 7)
    smaller: Counter[Entrant] = Counter()
    while case.is_going():
        case.tick()
        case.play()
    t = case.tournament
    assert len(t.rounds) >= 3
    for at, one in enumerate(t.rounds):
        tables = sorted(who_sits(case, at), key=len)
        assert [len(table) for table in tables] == [3, 4]
        assert not one.byes
        smaller.update(tables[0])
    counts = [smaller[one.number] for one in t.entries]
    assert max(counts) - min(counts) <= 2
    assert all(len(group.tables) == 1 for group in t.groups), "sizes share no deals"
    opened = [table_open_command(t, at, {}) for at in range(len(t.tables))]
    assert [one.seats for one in opened] == [len(one.seated or ()) for one in opened]


def test_rule_u61_tables_of_one_size_share_their_deals_beside_one_of_another() -> None:
    case = started(settings(BOTS, games=MIXED), 11)
    case.tick()
    assert sorted(len(group.tables) for group in case.tournament.groups) == [1, 2]


ASKING = settings(PEOPLE, entrants={"most_byes": 2}, scoring={"bye": "most", "kind": "places"})


def test_rule_u61_who_asked_for_it_sits_out_for_half_a_point_and_may_have_a_bye_besides() -> None:
    case = Case(ASKING)
    for who in range(4):
        byes = (1,) if who == 0 else ()
        case.ask(cm.Register("player", (f"p{who}",), byes=byes), f"player:p{who}")
    case.ask(cm.Call())
    while case.is_going():
        case.tick()
        case.play()
    rounds = case.tournament.rounds
    assert 0 in rounds[1].byes
    assert len(rounds[1].byes) == 2, "of the three others one has a bye, too"
    assert not rounds[0].byes
    assert not rounds[2].byes
    book = build_ledger(scoring_input(case.tournament), case.tournament.rules.scoring)
    given = {who: dict(book.by_round(who))[1] for who in rounds[1].byes}
    assert given[Entrant(0)] == Fraction(1, 2)
    assert sorted(given.values()) == [Fraction(1, 2), 1]
    results = build_results_json(case.tournament)
    assert results["rounds"][1]["byes"] == [*rounds[1].byes]


def test_rule_u61_a_bye_is_asked_for_at_entry_and_for_rounds_to_come() -> None:
    case = Case(ASKING)
    for byes in ((0, 1, 2), (1, 0), (1, 1), (3,), (-1,)):
        with refused(case, "http/invalid"):
            case.ask(cm.Register("player", ("ann",), byes=byes), "player:ann")
    plain = Case(PEOPLE)
    with refused(plain, "http/invalid"):
        plain.ask(cm.Register("player", ("ann",), byes=(0,)), "player:ann")


def test_rule_u61_byes_that_would_leave_no_table_are_not_given() -> None:
    case = Case(ASKING)
    for who in range(2):
        case.ask(cm.Register("player", (f"p{who}",), byes=(0,)), f"player:p{who}")
    case.ask(cm.Call())
    case.tick()
    assert case.tournament.rounds[0].byes == ()
    assert len(case.tournament.tables) == 1


def test_rule_u7_own_pairings_may_have_tables_of_other_sizes() -> None:
    case = started(settings(BOTS, games=MIXED, format={"kind": "own", "rounds": None}), 7)
    four, three = cm.OwnTable(0, 0, (0, 1, 2, 3)), cm.OwnTable(0, 0, (4, 5, 6))
    case.ask(cm.Plan((four, three)))
    assert len(case.tournament.groups) == 2
    case.play()
    with refused(case, "tournament/wrong_seats", "U66"):
        case.ask(cm.Plan((cm.OwnTable(0, 0, (0, 1)),)))


def test_rule_u6_bots_are_played_in_all_turns_of_the_seats_where_that_is_wanted() -> None:
    case = started(settings(BOTS, format={"rotate": True}), 4)
    case.tick()
    rows = who_sits(case, 0)
    assert len(rows) == 4
    assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*rows, strict=True))
    assert {one.planned.group for one in case.tournament.tables} == {0}


def test_rule_u6_every_game_has_its_round_in_turn() -> None:
    games = [{"game": "boon", "seats": 4}, {"game": "boosh", "seats": 2}]
    case = started(settings(BOTS, games=games, format={"rounds": 4}), 4).play()
    rounds = [case.tournament.tables[one.tables[0]].planned for one in case.tournament.rounds]
    assert [(one.game, len(one.seats)) for one in rounds] == [(0, 4), (1, 2), (0, 4), (1, 2)]
    everybody = settings(BOTS, games=games, format={"kind": "round_robin", "rounds": None})
    case = started(everybody, 4).play()
    played = [case.tournament.tables[one.tables[0]].planned.game for one in case.tournament.rounds]
    assert played == [0, 1, 1, 1]


POOLS = settings(
    PEOPLE, format={"kind": "pools", "rounds": None, "pools": 4, "qualify": 2, "seeding": "rating"}
)


def in_pools(count: int, data: Any = POOLS) -> Case:
    """Return pools that are started; the later somebody has entered, the stronger."""
    case = Case(data)
    for number in range(count):
        case.ask(cm.Register("player", (f"p{number}",), rating=number))
    case.ask(cm.Call())
    return case


def test_rule_u68_pools_are_dealt_by_seed_and_everybody_meets_everybody_there() -> None:
    case = in_pools(18).play()
    t = case.tournament
    stages = pool_stages(t)
    assert stages.pools[0] == (17, 10, 9, 2, 1)  # back and forth, the strongest first
    assert [len(pool) for pool in stages.pools] == [5, 5, 4, 4]
    met = [frozenset(table) for at in range(stages.pooled) for table in who_sits(case, at)]
    wanted = [frozenset(pair) for pool in stages.pools for pair in combinations(pool, 2)]
    assert sorted(map(sorted, met)) == sorted(map(sorted, wanted))
    assert [one.stage for one in t.rounds] == [None] * 5 + ["knockout"] * 3


def test_rule_u68_the_first_of_each_pool_play_a_knockout_and_meet_nobody_of_theirs_at_first() -> (
    None
):
    case = in_pools(16).play()
    t = case.tournament
    stages = pool_stages(t)
    places = standing_places(scoring_input(t).upto(stages.pooled - 1), t.rules.scoring)
    first = who_sits(case, stages.pooled)
    for pool in stages.pools:
        best = {*sorted(pool, key=lambda one: (places[one], -one))[:2]}
        own = [{*table} & {*pool} for table in first]
        assert max(map(len, own)) == 1
        assert set().union(*own) == best or len({places[one] for one in pool}) < 4
    assert t.final.count(1) == t.final.count(2) == 1
    (final,) = who_sits(case, len(t.rounds) - 1)
    assert {t.final[one] for one in final} == {1, 2}
    missed = [one for one in range(16) if one not in {*stages.finalists(ranks_of(t))}]
    assert min(t.final[one] for one in missed) == 9


def ranks_of(t: Tournament) -> Any:
    """Return how everybody has done in the pools."""
    return pool_ranks(t, pool_stages(t))


def test_rule_u68_who_withdraws_before_the_knockout_makes_way_for_the_next_of_the_pool() -> None:
    case = in_pools(16)
    while len(case.tournament.rounds) < 3 or case.running():
        case.server(next(case.some_work()))
    pool = pool_stages(case.tournament).pools[1]
    ranks = ranks_of(case.tournament)
    best, second, third, _ = sorted(pool, key=lambda one: ranks[one])
    case.ask(cm.Withdraw(best))
    case.play()
    seen = {one for table in who_sits(case, 3) for one in table}
    assert {second, third} <= seen and best not in seen


def test_rule_u68_pools_need_enough_for_a_table_each() -> None:
    case = Case(POOLS).enter(7, "player")
    with refused(case, "tournament/too_few", "U5"):
        case.ask(cm.Call())
    with pytest.raises(Illegal) as refusal:
        require_possible(Pools(2, 4, 2), 7)
    assert (refusal.value.code, refusal.value.rule) == ("tournament/too_few_for_pools", "U68")
    assert rounds_needed(Pools(2, 4, 2), 18) == 8


def test_rule_u6_a_ladder_pairs_whoever_is_free_until_its_time_is_up() -> None:
    data = settings(BOTS, format={"kind": "ladder", "rounds": None, "seconds": 60})
    case = started(data, 8)
    for _ in range(20):
        assert len(case.running()) == 2
        case.server(brought_in(case, case.running()[0]))
        if not case.running()[1:]:
            case.server(brought_in(case, case.running()[0]))
    case.at += 60_000
    case.play()
    assert (case.tournament.phase, case.tournament.why) == ("closed", "played")
    assert sorted(case.tournament.final)[0] == 1


def test_rule_u6_a_beacon_that_nobody_knows_yet_has_a_part_in_every_group() -> None:
    case = started(settings(PEOPLE, beacon=QUICKNET._asdict()), 4, "player")
    case.tick()
    number = case.tournament.groups[0].beacon
    assert number is not None
    assert QUICKNET.due_at(number) >= case.at + WAIT
    opening = table_open_command(case.tournament, 0, {})
    assert (opening.beacon, opening.tournament) == (
        QUICKNET._asdict(), {"id": ID, "index": 0, "entropy": "", "round": number},
    )  # fmt: skip


@pytest.mark.parametrize("players", [0, 1, 2])
def test_rule_u6_bots_and_a_player_alone_wait_for_no_beacon(players: int) -> None:
    both = settings(PEOPLE, beacon=QUICKNET._asdict(), entrants={"kinds": ["player", "bot"]})
    case = Case(both).enter(players, "player").enter(4 - players)
    case.ask(cm.Call())
    case.tick()
    number = case.tournament.groups[0].beacon
    assert (number is not None) == (players == 2)
    opening = table_open_command(case.tournament, 0, {})
    assert opening.tournament is not None
    assert (opening.beacon is None, opening.tournament["round"]) == (players < 2, number)


def test_rule_u6_a_player_who_is_left_alone_waits_for_the_beacon_all_the_same() -> None:
    both = settings(PEOPLE, beacon=QUICKNET._asdict(), entrants={"kinds": ["player", "bot"]})
    case = Case(both).enter(2, "player").enter(2)
    case.ask(cm.Call())
    case.ask(cm.Withdraw(Entrant(1)))  # and keeps its place, which another's deals may take
    case.tick()
    assert case.tournament.groups[0].beacon is not None


@pytest.mark.parametrize("late", [False, True])
def test_rule_u6_a_player_waits_for_the_beacon_where_another_may_enter_late(late: bool) -> None:
    entrants = {"kinds": ["player", "bot"], "late": late}
    case = Case(settings(PEOPLE, beacon=QUICKNET._asdict(), entrants=entrants))
    case.enter(1, "player").enter(3).ask(cm.Call())
    case.tick()
    assert (case.tournament.groups[0].beacon is not None) == late


def test_rule_u7_own_pairings_are_planned_as_they_are_sent_or_not_at_all() -> None:
    case = started(OWN, 5, "player")
    (planned,) = case.ask(own((0, 1), (3, 2), byes=(4,)))
    assert [table.seats for table in planned.tables] == [((0, 0), (1, 0)), ((3, 0), (2, 0))]
    assert planned.byes == (4,)
    with refused(case, "tournament/round_running", "U7"):  # a second director was faster
        case.ask(own((0, 2), (1, 3), byes=(4,)))
    case.play()
    assert len(case.tournament.rounds) == 1
    for plan, code in (
        (own((0, 1), (2, 4), byes=(3,)), "tournament/rematch"),
        (own((0, 2), (0, 3), byes=(1, 4)), "tournament/named_twice"),
        (own((0, 2), byes=(1, 4)), "tournament/left_out"),
        (own((0, 2), (1, 3), byes=(9,)), "tournament/unknown_entrant"),
        (own((0, 2, 3), byes=(1, 4)), "tournament/wrong_seats"),
    ):
        with refused(case, code):
            case.ask(plan)
    for wrong in (cm.Plan(()), cm.Plan((cm.OwnTable(3, 0, (0, 1)),))):
        with refused(case, "http/invalid"):
            case.ask(wrong)
    case.ask(cm.Withdraw(Entrant(4)))
    with refused(case, "tournament/not_active"):
        case.ask(own((0, 2), (1, 3), byes=(4,)))


def test_rule_u7_only_directors_of_such_a_tournament_send_pairings_when_it_has_begun() -> None:
    case = Case(OWN).enter(2, "player")
    with refused(case, "tournament/not_started", "U7"):
        case.ask(own((0, 1)))
    case.ask(cm.Call())
    with refused(case, "tournament/not_a_director", "U7"):
        case.ask(own((0, 1)), "player:p0")
    case.ask(cm.Pause())
    with refused(case, "tournament/paused", "U13"):
        case.ask(own((0, 1)))
    swiss = started(PEOPLE, 2, "player")
    with refused(swiss, "tournament/pairs_itself", "U7"):
        swiss.ask(own((0, 1)))


def test_rule_u7_bots_alone_sit_at_500_tables_of_one_request() -> None:
    case = started(OWN_BOTS, 8)
    rows = tuple(
        cm.OwnTable(0, at, tuple((at + seat) % 8 for seat in range(4))) for at in range(500)
    )
    (planned,) = case.ask(cm.Plan(rows))
    assert (len(planned.tables), planned.tables[-1].group) == (500, 499)
    case.play()
    assert len(case.tournament.results()) == 500
    with refused(case, "tournament/named_twice"):
        case.ask(own((0, 1, 1, 2)))


def test_rule_u8_the_server_opens_tables_and_brings_their_results_once() -> None:
    case = started(PEOPLE, 4, "player")
    case.tick()
    first = table_open_command(case.tournament, 0, {"p0": "2b" * 32})
    assert first.group == f"{ID}-0"
    assert first.secret == group_secret(bytes.fromhex(SECRET), 0).hex()
    assert first.seated is not None
    assert tuple(one.player for one in first.seated) == case.tournament.tables[0].members
    assert kinds(case.server(cm.NoteOpened(1))) == [ev.TablesOpened]
    assert case.server(cm.NoteOpened(0)) == []
    assert case.server(cm.NoteOpened(1)) == []
    result = brought_in(case, 0)
    assert kinds(case.server(result)) == [ev.ResultTaken]
    assert case.server(result) == []
    with refused(case, "tournament/unknown_table", "U8"):
        case.server(cm.NoteOpened(2))
    for command in (cm.NoteOpened(1), brought_in(case, 1)):
        with refused(case, "tournament/not_the_server", "U8"):
            case.ask(command)


def test_rule_u8_results_of_other_tables_are_none_of_its() -> None:
    case = started(PEOPLE, 2, "player")
    case.tick()
    result = brought_in(case, 0)
    other = replace(result, table=table_id("c1123456789abcdef01", 0))
    for wrong in (other, replace(result, index=7), replace(result, index=-1)):
        with refused(case, "tournament/not_its_table", "U8"):
            case.server(wrong)


def test_rule_u9_a_group_is_released_when_its_last_table_has_ended() -> None:
    case = started(PEOPLE, 4, "player")
    case.tick()
    case.server(brought_in(case, 1))
    with refused(case, "tournament/group_running", "U9"):
        case.server(cm.NoteReleased(0))
    told = case.server(brought_in(case, 0))
    assert kinds(told) == [ev.ResultTaken, ev.GroupEnded, ev.RoundEnded]
    with refused(case, "tournament/not_the_server", "U9"):
        case.ask(cm.NoteReleased(0))
    assert kinds(case.server(cm.NoteReleased(0))) == [ev.TablesReleased]
    assert case.server(cm.NoteReleased(0)) == []
    with refused(case, "tournament/group_running", "U9"):
        case.server(cm.NoteReleased(5))


def test_rule_u10_who_never_acts_is_late_and_then_withdrawn() -> None:
    case = started(settings(PEOPLE, format={"rounds": 5}), 4, "player")
    for late in (1, 2):
        case.tick()
        for index in case.running():
            seats = case.tournament.tables[index].planned.seats
            absent = tuple(seat for seat, one in enumerate(seats) if one.entrant == 3)
            case.server(replace(brought_in(case, index), absent=absent))
        case.play_releases()
        assert case.tournament.entries[3].late == late
    assert case.tournament.active() == (0, 1, 2)
    kept = started(settings(PEOPLE, policies={"late": "keep", "late_tables": 0}), 2, "player")
    kept.tick()
    kept.server(replace(brought_in(kept, 0), absent=(0, 1)))
    assert kept.tournament.active() == (0, 1)


def test_rule_u11_entrants_leave_or_are_replaced_and_keep_their_number() -> None:
    case = started(PEOPLE, 4, "player")
    with refused(case, "tournament/not_your_entry", "U11"):
        case.ask(cm.Withdraw(Entrant(0)), "player:p1")
    with refused(case, "tournament/unknown_entrant", "U11"):
        case.ask(cm.Withdraw(Entrant(-1)))
    case.ask(cm.Withdraw(Entrant(0)), "player:p0")
    assert case.ask(cm.Withdraw(Entrant(0))) == []
    swap = cm.Replace(Entrant(0), "player", ("eve",))
    with refused(case, "tournament/not_a_director", "U11"):
        case.ask(swap, "player:p0")
    with refused(case, "tournament/entered", "U11"):
        case.ask(cm.Replace(Entrant(0), "player", ("p0",)))
    case.ask(swap)
    assert case.ask(swap) == []
    assert case.tournament.active() == (0, 1, 2, 3)
    with refused(case, "tournament/entered", "U11"):  # who has left does not come back elsewhere
        case.ask(cm.Replace(Entrant(1), "player", ("p0",)))


def test_rule_u11_who_has_played_for_an_entrant_may_take_its_place_over_again() -> None:
    case = started(PEOPLE, 4, "player")
    case.tick()
    for who in ("eve", "p0", "eve"):
        case.ask(cm.Replace(Entrant(0), "player", (who,)))
        entry = case.tournament.entries[0]
        assert {*entry.members, *entry.past} == {"p0", "eve"}
        assert entry.members == (who,)
    teams = Case(settings(PEOPLE, format={"rotate": True}, entrants={"kinds": ["team"]}))
    teams.ask(cm.Register("team", ("a", "b")))
    teams.ask(cm.Replace(Entrant(0), "team", ("a", "c")))
    assert teams.tournament.entries[0].past == ("b",)
    with refused(teams, "tournament/entered", "U3"):
        teams.ask(cm.Register("team", ("b", "d")))


def test_rule_u11_the_seed_is_of_the_newcomer_until_the_call_and_stays_from_then_on() -> None:
    case = Case(settings(PEOPLE, format={"seeding": "rating"}))
    for who, rating in enumerate((5, 9)):
        case.ask(cm.Register("player", (f"p{who}",), rating=rating))
    case.ask(cm.Replace(Entrant(0), "player", ("eve",), rating=20))
    assert case.tournament.entries[0].rating == 20
    assert case.tournament.seeded() == (0, 1)
    case.ask(cm.Call())
    told = case.ask(cm.Replace(Entrant(0), "player", ("max",), rating=1))
    assert told[0] == ev.EntrantReplaced(Entrant(0), "player", ("max",), None)
    assert case.tournament.seeded() == (0, 1)


def test_rule_u11_who_replaces_a_team_sits_at_no_table_that_was_planned_before() -> None:
    case = Case(settings(PEOPLE, format={"rotate": True}, entrants={"kinds": ["team", "bot"]}))
    for pair in (("a", "b"), ("c", "d")):
        case.ask(cm.Register("team", pair))
    case.ask(cm.Call())
    case.tick()
    members = [table.members for table in case.tournament.tables]
    case.ask(cm.Replace(Entrant(0), "team", ("eve", "max")))
    assert [table.members for table in case.tournament.tables] == members
    seated = table_open_command(case.tournament, 1, {}).seated
    assert seated is not None
    assert tuple(one.player for one in seated) == members[1]
    result = replace(brought_in(case, 1), places=(), scores=(), why="voided")
    case.server(result)
    again = case.tournament.tables[-1]
    assert (again.replays, {*again.members} & {"a", "b"}) == (1, set())


def test_rule_u12_a_director_says_what_a_table_counts() -> None:
    case = started(settings(PEOPLE, policies={"void": "score"}), 4, "player")
    case.tick()
    with refused(case, "tournament/not_a_director", "U12"):
        case.ask(cm.Adjudicate(0, (1, 2), (5, 0)), "player:p0")
    with refused(case, "tournament/unknown_table", "U12"):
        case.ask(cm.Adjudicate(9, (1, 2), (5, 0)))
    mistaken = ((1, 3), (5, 0)), ((1,), (5,)), ((1, 2), (5,)), ((), (5, 0)), ((1, 2), (4, 5))
    for places, scores in mistaken:
        with refused(case, "http/invalid"):
            case.ask(cm.Adjudicate(0, places, scores))
    case.ask(cm.Adjudicate(0, (2, 1), (0, 5)))
    assert case.ask(cm.Adjudicate(0, (2, 1), (0, 5))) == []
    assert case.tournament.results()[0].places == (2, 1)
    told = case.ask(cm.Adjudicate(1))
    assert kinds(told) == [ev.TableAdjudicated, ev.RoundEnded]  # the group is played on
    assert not case.tournament.results()[1].counts
    case.server(brought_in(case, 1))
    case.server(brought_in(case, 0))
    assert case.tournament.groups[0].ended
    assert case.tournament.results()[0].places == (2, 1)


def test_rule_u12_what_an_adjudication_would_change_is_told_before_it_is_final() -> None:
    knockout = settings(PEOPLE, format={"kind": "knockout", "rounds": None})
    case = started(knockout, 4, "player")
    case.tick()
    first, second = who_sits(case, 0)
    case.server(cm.NoteOpened(1))
    case.server(cm.TakeResult(table_id(ID, 0), 0, 9, "7e" * 32, "played_out", (1, 2), (9, 0)))
    turned = cm.Adjudicate(0, (2, 1), (0, 9))
    early = adjudication_consequences(case.tournament, DIRECTOR, turned, case.at)
    assert early == Consequences(known=False, places=(), rounds=[], left_out=(), let_in=())
    case.server(cm.TakeResult(table_id(ID, 1), 1, 9, "7e" * 32, "played_out", (1, 2), (9, 0)))
    case.tick()
    before = case.tournament
    (final,) = who_sits(case, 1)
    assert {*final} == {first[0], second[0]}
    found = adjudication_consequences(before, DIRECTOR, turned, case.at)
    assert (found.known, found.rounds) == (True, [1])
    assert (found.left_out, found.let_in) == ([first[0]], [first[1]])
    assert {one.entrant for one in found.places} == {*first}
    assert case.tournament == before
    case.ask(turned)
    assert who_sits(case, 1) == [final]  # nobody is moved
    with refused(case, "tournament/not_a_director", "U12"):
        adjudication_consequences(before, "player:p0", turned, case.at)


def test_rule_u12_a_void_table_is_played_again_once_with_other_deals() -> None:
    case = started(PEOPLE, 4, "player")
    case.tick()
    void = replace(brought_in(case, 0), places=(), scores=(), why="expired")
    told = case.server(void)
    assert told[1] == ev.TableReplayed(0, 2, 1, None)
    assert case.tournament.tables[2].planned.seats == case.tournament.tables[0].planned.seats
    case.server(brought_in(case, 1))
    assert case.tournament.groups[0].ended
    assert not case.tournament.rounds[0].ended
    told = case.server(replace(brought_in(case, 2), places=(), scores=()))
    assert kinds(told) == [ev.ResultTaken, ev.GroupEnded, ev.RoundEnded]
    assert [one.counts for one in case.tournament.results()] == [True, False]


def test_rule_u12_a_ruling_changes_the_final_places_after_the_close_by_a_new_event() -> None:
    case = started(settings(PEOPLE, format={"rounds": 1}), 2, "player").play()
    first, before = case.tournament.tables[0], case.tournament.final
    assert first.finish is not None
    turned = tuple(3 - place for place in first.finish.places)
    with refused(case, "tournament/closed", "U14"):
        case.ask(cm.Adjudicate(0, turned, first.finish.scores[::-1]))
    with refused(case, "tournament/not_the_server", "U12"):
        case.ask(cm.Adjudicate(0, turned, first.finish.scores[::-1], "d1.1"))
    ruling = cm.Adjudicate(0, turned, first.finish.scores[::-1], "d1.1")
    (told,) = case.server(ruling)
    assert told.final == case.tournament.final != before
    assert case.server(ruling) == []
    later = cm.Adjudicate(0, turned[::-1], first.finish.scores, "d1.2")
    assert kinds(case.server(later)) == [ev.TableAdjudicated]
    assert case.server(ruling) == []  # it was told before the later one


def test_rule_u13_a_pause_plans_nothing_and_what_is_played_goes_on() -> None:
    case = started(PEOPLE, 4, "player")
    with refused(case, "tournament/not_paused", "U13"):
        case.ask(cm.Resume())
    case.tick()
    with refused(case, "tournament/not_a_director", "U13"):
        case.ask(cm.Pause(), "player:p0")
    case.ask(cm.Pause())
    with refused(case, "tournament/paused_already", "U13"):  # a second director was faster
        case.ask(cm.Pause())
    case.play()
    assert len(case.tournament.rounds) == 1
    assert case.tournament.next_at() is None
    case.ask(cm.Resume())
    case.play()
    assert case.tournament.phase == "closed"


def test_rule_u14_it_closes_by_itself_or_by_a_director_who_abandons_it() -> None:
    case = started(PEOPLE, 4, "player")
    with refused(case, "tournament/early", "U14"):
        case.ask(cm.Close())
    case.tick()
    with refused(case, "tournament/tables_running", "U14"):
        case.ask(cm.Close(abandon=True))
    with refused(case, "tournament/not_a_director", "U14"):
        case.ask(cm.Close(abandon=True), "player:p0")
    for index in case.running():
        case.server(brought_in(case, index))
    with refused(case, "tournament/early", "U14"):
        case.ask(cm.Close())
    (end,) = case.ask(cm.Close(abandon=True))
    assert (end.why, len(end.places)) == ("abandoned", 4)
    assert case.tournament.is_open
    for command in (cm.Call(), cm.Pause(), cm.Withdraw(Entrant(0)), cm.Close(abandon=True)):
        with refused(case, "tournament/closed", "U14"):
            case.ask(command)
    case.play()  # its last group is released even so
    assert case.tournament.groups[0].released


def test_rule_u14_prizes_follow_from_the_final_places_and_are_shared_with_them() -> None:
    prizes = settings(OWN_BOTS, policies={"prizes": [100, 61, 40], "prize_unit": "EUR"})
    case = started(prizes, 4)
    case.ask(own((0, 1, 2, 3)))
    case.ask(cm.Adjudicate(0, (1, 2, 2, 4), (9, 5, 5, 0)))
    case.ask(cm.Close())
    assert case.tournament.final == (1, 2, 2, 4)
    told = build_results_json(case.tournament)["entrants"]
    assert [one["prize"] for one in told] == [100, 51, 50, 0]


def test_rule_u14_own_pairings_end_when_the_director_says_so() -> None:
    case = started(OWN, 2, "player")
    with refused(case, "tournament/early", "U14"):
        case.ask(cm.Close())
    case.ask(own((0, 1)))
    case.play()
    (end,) = case.ask(cm.Close())
    assert (end.why, sorted(end.places)) == ("played", [1, 2])


def test_rule_u14_the_secret_is_for_all_only_when_no_deal_is_played_any_more() -> None:
    case = started(settings(PEOPLE, policies={"void": "score"}), 2, "player")
    case.tick()
    case.ask(cm.Adjudicate(0))
    case.ask(cm.Close(abandon=True))
    assert not case.tournament.is_open
    case.server(brought_in(case, 0))
    assert case.tournament.is_open


def test_rule_u15_directors_name_others() -> None:
    case = Case(PEOPLE)
    with refused(case, "tournament/not_a_director", "U15"):
        case.ask(cm.AddDirector("ben"), "player:ben")
    case.ask(cm.AddDirector("ben"))
    with refused(case, "tournament/directs", "U15"):
        case.ask(cm.AddDirector("ben"))
    case.ask(cm.Pause(), "player:ben")
    assert case.tournament.directs("ben")
    assert case.tournament.directs(DIRECTOR.removeprefix("player:"))
