"""The keys of apps in a store; all lie in the slot of the accounts, where they can be erased."""

APPS_KEY = "fd:{auth}:apps"


def apps_of(player_id: str) -> str:
    """Return the key of the set of the apps that a player has registered."""
    return f"{APPS_KEY}:of:{player_id}"


def origin_key(origin: str) -> str:
    """Return the key of the set of the apps with pages of an origin."""
    return f"{APPS_KEY}:origin:{origin}"


def grants_key(app_id: str) -> str:
    """Return the key of the set of what players have allowed an app: ids of grants."""
    return f"{APPS_KEY}:grants:{app_id}"


def code_key(digest: str) -> str:
    """Return the key of an authorization code, by its hash."""
    return f"{APPS_KEY}:code:{digest}"


def device_key(digest: str) -> str:
    """Return the key of a device that wants to be signed in, by the hash of its code."""
    return f"{APPS_KEY}:device:{digest}"


def user_code_key(digest: str) -> str:
    """Return the key under which the hash of a device's code stands, by that of its user's code."""
    return f"{APPS_KEY}:user-code:{digest}"


def poll_key(digest: str) -> str:
    """Return the key that stands while a device should not ask again."""
    return f"{APPS_KEY}:poll:{digest}"
