"""`fairdeal accept-loss`: go on with a store that has lost what was signed for, and say so."""

import time

import click

from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree
from events.history.signing_keys import REREAD_INTERVAL, rotate_signing_key
from events.record.losses import Loss
from events.store.environment import data_folder, own_store
from events.terminal import say_lines
from games.core.words import count_phrase
from projections.history.guard import SigningGuard
from projections.history.losses import loss_of
from projections.history.tree import TransparencyLog
from service.commands.history.keys import hint_at_folder, utc_time_text


@click.command("accept-loss")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def accept_loss(yes: bool) -> None:
    """Publish a loss of signed data and take a new key.

    Use it only if you have no newer copy of the data: a published loss can't be taken back. The
    old key signs the new key and the loss; the signed tree continues under another name.
    """
    folder = data_folder()
    store, signed, heads = own_store(), SignedTree(folder), SignedHeads(folder)
    guard = SigningGuard(TransparencyLog(store, signed=signed), heads)
    loss, lost, is_behind = loss_of(guard), guard.lost(), guard.heads.behind() is not None
    if loss is None:
        raise click.ClickException("The store holds all signed data: nothing is lost")
    say_lines(_loss_text(loss))
    if not yes:
        click.confirm(
            "Publish this loss, signed, and continue with the data that is left?", abort=True
        )
    with hint_at_folder():
        new = rotate_signing_key(folder, max(store.now(), loss.after), loss).public[0]
    time.sleep(2 * REREAD_INTERVAL)  # until no process signs with the old key any more
    # Of a tree that is whole nothing is forgotten: the new key may have signed for it by now.
    if is_behind:
        signed.forget_behind(loss.kept)
    heads.forget(lost)
    say_lines(
        f"Published with {new.id}, which signs from now on. Running processes continue by"
        " themselves;"
    )
    say_lines("witnesses need the new key of the tree: fairdeal keys list --notes")


def _loss_text(loss: Loss) -> str:
    """Return a loss in words."""
    leaves = count_phrase(loss.size - loss.kept, "leaf", "leaves")
    since = f"after {utc_time_text(loss.after)} UTC" if loss.after else "at any time"
    return (
        f"The store lacks {leaves} of the signed tree of {loss.size}, and perhaps what was signed"
        f" {since}: receipts of that time may be contradicted."
    )
