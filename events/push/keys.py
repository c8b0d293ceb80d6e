"""The keys of push in a store; all lie in one slot, so that one script can touch them together."""

SLOT_KEY = "fd:{push}:owners"  # the accounts and apps that have subscriptions
APPS_KEY = "fd:{push}:apps"  # those of them that are apps
DUE_KEY = "fd:{push}:due"  # notices by the time at which they are sent
PENDING_KEY = "fd:{push}:pending"  # what they say
STATE_KEY = "fd:{push}:state"  # of subscriptions: since when they fail, whether they are disabled
READING_KEY = "fd:{push}:reading"  # players by the time at which a stream of theirs was seen open


def rows_of(owner: str) -> str:
    """Return the key of the subscriptions of an account or an app, by id."""
    return f"fd:{{push}}:rows:{owner}"


def deliveries_of(subscription: str) -> str:
    """Return the key of the log of attempts to deliver to a subscription, the newest first."""
    return f"fd:{{push}}:deliveries:{subscription}"
