"""`fairdeal player`: what an operator does for accounts."""

from collections.abc import Iterator
from datetime import UTC, datetime

import click
import orjson

from events.accounts import recovery
from events.accounts.blocks import block_sentence
from events.accounts.names import NameRefused
from events.accounts.personal_tokens import end_personal_token, personal_tokens
from events.accounts.players import ROLES, Player, Players
from events.apps.app_grants import end_grant, grants_of_player
from events.apps.apps import apps_of_player, end_app, find_app
from events.egress import parse_target
from events.push.subscriptions import PushRegistry
from events.store.environment import own_store
from events.terminal import say_lines
from service.disputes.schemas import LONGEST_TEXT

NAME = click.argument("name")
DAY = 86_400_000  # milliseconds
MOST_DAYS = 3_650  # of a block that ends by itself


@click.group()
def player() -> None:
    """List and change accounts: role, token, name, block.

    They are in the store of FAIRDEAL_REDIS_URL or of the data folder's server. NAME is the name of
    an account, in any case of its letters, or its id. A running server notices every change within
    5 seconds.
    """


@player.command()
@NAME
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give the account of NAME another role."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    players.give_role(found, role)
    say_lines(f"{found.name} ({found.id}) is now: {role}")


@player.command("list")
@click.option("--role", type=click.Choice(ROLES), help="Only accounts with this role.")
@click.option("--blocked", is_flag=True, help="Only blocked accounts.")
def list_players(role: str | None, blocked: bool) -> None:
    """List all accounts by name, with id and role, and mark blocked ones."""
    for one in sorted(_players_of_own_store().all(), key=lambda one: one.name.casefold()):
        if role in (None, one.role) and (one.blocked or not blocked):
            say_lines(_player_list_line(one))


@player.command()
@NAME
def show(name: str) -> None:
    """Show what the server stores of the account of NAME, without secrets."""
    players = _players_of_own_store()
    for line in _player_detail_lines(players, _find_player_or_exit(players, name)):
        say_lines(line)


@player.command()
@NAME
def token(name: str) -> None:
    """Issue a new token and recovery code; their first use ends the old ones."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    given, code = recovery.reissue_credentials(players, found.id)
    say_lines(
        f"{found.name} ({found.id}): all other tokens and codes end when this token is first used"
    )
    say_lines(f"token: {given}", f"recovery code: {code}")


@player.command("end-token")
@NAME
@click.argument("token_id")
def end_access_token(name: str, token_id: str) -> None:
    """End the personal access token TOKEN_ID of an account; `show` lists the ids."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    if not end_personal_token(players, found.id, token_id):
        raise click.ClickException(f"{found.name} has no personal access token {token_id}")
    say_lines(f"{found.name} ({found.id}): the token {token_id} has ended")


@player.command("end-grant")
@NAME
@click.argument("grant_id")
def end_app_grant(name: str, grant_id: str) -> None:
    """End the grant GRANT_ID that an account gave an app; `show` lists the ids."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    if grant_id not in {one.id for one in grants_of_player(players, found.id)}:
        raise click.ClickException(f"{found.name} has no grant {grant_id}")
    end_grant(players, found.id, grant_id)
    say_lines(f"{found.name} ({found.id}): the grant {grant_id} has ended")


@player.command("end-app")
@click.argument("app_id")
def end_registered_app(app_id: str) -> None:
    """End the app APP_ID, and the grants that players gave it; `show` of its owner lists apps."""
    players = _players_of_own_store()
    app = find_app(players.store, app_id)
    if app is None:
        raise click.ClickException(f"There is no app {app_id}")
    end_app(players, app)
    PushRegistry(players.store).remove_all(app.id)
    say_lines(f"{app.name} ({app.id}) has ended, with all that players had allowed it")


@player.command()
@NAME
@click.option("--days", type=click.IntRange(1, MOST_DAYS), help="How long; else until unblocked.")
@click.option("--reason", default="", help="Why; the player reads it.")
def block(name: str, days: int | None, reason: str) -> None:
    """Block the account of NAME: no requests, no streams, until unblocked.

    Its player may still erase it. Its tables go on: the clock of its seats runs, and time-outs
    follow each table's rules. The reason lies beside the log, which holds its salted hash, and is
    erased with the account.
    """
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    if len(reason) > LONGEST_TEXT:
        raise click.ClickException(f"A reason has at most {LONGEST_TEXT} characters")
    until = None if days is None else players.store.now() + days * DAY
    players.block(found, until, reason)
    end = "" if until is None else f" until {_utc_text(until)}"
    say_lines(f"{found.name} ({found.id}) is blocked{end}")


@player.command()
@NAME
def unblock(name: str) -> None:
    """Unblock the account of NAME; its tokens are valid again."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    players.unblock(found)
    say_lines(f"{found.name} ({found.id}) is not blocked")


@player.command()
@NAME
@click.argument("new")
def rename(name: str, new: str) -> None:
    """Change the name of an account to NEW; the old name is free at once."""
    players = _players_of_own_store()
    found = _find_player_or_exit(players, name)
    try:
        now = players.rename(found, new)
    except NameRefused as refused:
        raise click.ClickException(refused.detail) from None
    say_lines(f"{found.name} ({found.id}) is now called {now.name}")


def _players_of_own_store() -> Players:
    """Return the accounts of the operator's own store."""
    return Players(own_store())


def _find_player_or_exit(players: Players, name: str) -> Player:
    """Return the account of a name or an id, or exit."""
    found = players.find_by_name(name) or players.find(name)
    if found is None:
        raise click.ClickException(f"There is no player {name}; POST /v1/players makes an account")
    return found


def _utc_text(at: int) -> str:
    """Return a time in milliseconds as people write it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _player_list_line(one: Player) -> str:
    """Return the line of an account in the list."""
    return f"{one.id}  {one.role:8}  {one.name}" + "  (blocked)" * one.blocked


def _player_detail_lines(players: Players, found: Player) -> Iterator[str]:
    """Yield what is kept of an account."""
    store, account = players.store, players.streams.current(found.id).state
    (first,) = store.read(found.id, 0, 1)
    yield f"name           {found.name}"
    yield f"id             {found.id}"
    yield f"role           {found.role}"
    yield f"registered     {_utc_text(orjson.loads(first.e)['at'])}"
    row = players.row(found.id) or {}
    yield f"blocked        {block_sentence(store, found.id, row) if found.blocked else 'no'}"
    yield f"signing key    {account.key or 'none'}"
    yield f"tokens         {players.count_tokens(found.id)}"
    for one in personal_tokens(players, found.id):
        used = "never used" if one.used_at is None else f"last used {_utc_text(one.used_at)}"
        scopes = ", ".join(one.scopes)
        until = _utc_text(one.expires_at)
        yield f"access token   {one.id} {one.name}: {scopes}; until {until}; {used}"
    for app in apps_of_player(store, found.id):
        yield f"app            {app.id} {app.name}"
    for grant in grants_of_player(players, found.id):
        scopes = ", ".join(grant.scopes)
        yield f"grant          {grant.id} {grant.app_name} ({grant.app}): {scopes}"
    owners = [found.id, *(app.id for app in apps_of_player(store, found.id))]
    for owner, subscriptions in PushRegistry(store).of_owners(owners).items():
        of_app = "" if owner == found.id else f" of {owner}"
        for hook in subscriptions:  # the rest of an address may be secret
            yield f"push           {hook.id} to {parse_target(hook.url).origin}{of_app}"
    yield f"recovery code  {'yes' if players.recovery_code_hashes(found.id) else 'none'}"
    yield f"seats held     {store.count_held(f'seats:{found.id}')}"
    yield f"tables waiting {store.count_held(f'tables:{found.id}')}"
    yield f"tournaments    {store.count_held(f'tournaments:{found.id}')}"
