"""Examples of apps: what is sent and answered."""

from urllib.parse import urlencode

from service.wire.json_schema import Json

APP, GRANT = "app_k3fp7q2mxw5d6hztb4ra", "g0123456789abcdef01"
REDIRECT_URI = "https://app.example/signed-in"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"  # of RFC 7636, appendix B
CODE = "xkcJ0g0m7wV4i5qT9yQp2n3zR6sB8dL1fH-uEaKoWvY"


def app_examples(at: int) -> Json:
    """Return the examples of an app of a player named Ada, who uses it herself."""
    app = {
        "app": APP, "name": "Card Table", "redirect_uris": [REDIRECT_URI], "made_at": at,
    }  # fmt: skip
    facts = {"app": APP, "name": "Card Table", "owner": "Ada"}
    scopes = ["read", "play"]
    grant = {"grant": GRANT, "app": APP, "name": "Card Table", "scopes": scopes, "made_at": at}
    sent = {
        "response_type": "code", "client_id": APP, "redirect_uri": REDIRECT_URI,
        "scope": "read play", "state": "af0ifjsldkj", "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }  # fmt: skip
    answer = {"code": CODE, "state": "af0ifjsldkj", "iss": "http://localhost"}
    return {
        "NewApp": {"name": "Card Table", "redirect_uris": [REDIRECT_URI]},
        "OwnApp": app,
        "OwnApps": {"apps": [app]},
        "AppFacts": facts,
        "OwnGrants": {"grants": [{**grant, "used_at": None}]},
        "AuthorizationFacts": {**facts, "scopes": scopes, "redirect_to": None},
        "NewAuthorization": {**sent, "allow": True},
        "AnsweredAuthorization": {"redirect_to": f"{REDIRECT_URI}?{urlencode(answer)}"},
        "DeviceFacts": {**facts, "scopes": scopes},
        "DeviceAnswer": {"allow": True},
    }
