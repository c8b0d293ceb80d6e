"""Examples of webhooks and Web Push subscriptions."""

from typing import Any

from service.wire.json_schema import Json

WEBHOOK_ID, DELIVERY_ID = "wh_0123456789abcdef01234567", "msg_0123456789abcdef0123456789abcdef"
SECRET = "whsec_" + "q" * 43 + "="
URL = "https://bot.example/fairdeal"
ENDPOINT = "https://push.example/send/k3fp7q2m"
POINT = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)  # the client's key of RFC 8291's appendix A
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def push_examples(player: str, table: str, at: int) -> Json:
    """Return the examples by component name."""
    facts: dict[str, Any] = {
        "id": WEBHOOK_ID, "url": URL, "kinds": ["your_turn", "table_ended"], "made_at": at,
        "failing_since": None, "disabled_at": None, "why": None,
    }  # fmt: skip
    attempt: dict[str, Any] = {
        "delivery": DELIVERY_ID, "kind": "your_turn", "player": player, "table": table,
        "tournament": None, "n": 41, "at": at + 60_000, "attempt": 1, "status": 204,
        "error": None, "next_at": None,
    }  # fmt: skip
    subscription = {
        "id": "ps_0123456789abcdef01234567", "endpoint": ENDPOINT, "kinds": ["your_turn"],
        "made_at": at,
    }  # fmt: skip
    return {
        "NewWebhook": {"url": URL, "kinds": facts["kinds"]},
        "ChangedWebhook": {"kinds": ["your_turn"]},
        "WebhookFacts": facts,
        "MadeWebhook": {**facts, "secret": SECRET},
        "Webhooks": {"webhooks": [facts]},
        "WebhookSecret": {"secret": SECRET, "former_until": at + 86_400_000},
        "SentDelivery": {"delivery": DELIVERY_ID},
        "Deliveries": {"deliveries": [attempt]},
        "NewPushSubscription": {
            "endpoint": ENDPOINT,
            "keys": {"p256dh": POINT, "auth": AUTH},
            "kinds": ["your_turn"],
        },
        "PushSubscriptionFacts": subscription,
        "PushSubscriptions": {"subscriptions": [subscription], "public_key": POINT},
    }
