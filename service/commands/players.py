"""`fairdeal player`: what an operator does for accounts."""

import click

from events.accounts.players import ROLES, Players
from events.store.environment import own_store
from events.terminal import say


@click.group()
def player() -> None:
    """Look after accounts, in the store of FAIRDEAL_REDIS_URL or of the data folder's server."""


@player.command()
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give the account of NAME another role; a running server knows it within 5 seconds."""
    players = Players(own_store())
    found = players.named(name)
    if found is None:
        raise click.ClickException(f"There is no player {name}; POST /v1/players makes an account")
    players.give_role(found, role)
    say(f"{found.name} ({found.id}) is now: {role}")
