"""Examples of every body and answer; most are made by playing, so they can't grow old."""

import orjson

from service.accounts.examples import ADA, AT, BOB, account_examples
from service.apps.examples import app_examples
from service.games.examples import game_examples
from service.pages.pages import LINKS
from service.play.examples import play_examples
from service.push.examples import push_examples
from service.ratings.examples import rating_examples
from service.status.examples import METRICS, server_status
from service.tables.examples import COMMITMENT, ENTROPY, TABLE, Recorder, table_examples
from service.tables.invitation_examples import invitations_of
from service.tournaments.examples import tournament_examples
from service.tournaments.result_examples import result_examples
from service.wire.json_schema import Json


def _service_examples() -> Json:
    """Return the examples of what the server tells of itself."""
    return {
        "Empty": {},
        "ServerStatus": server_status(AT),
        "Health": {"status": "ok"},
        "Links": LINKS,
        "StartPage": "<!DOCTYPE html>",
        "Metrics": METRICS,
        "OpenapiDocument": {"openapi": "3.1.0", "info": {"title": "fairdeal"}, "paths": {}},
    }


def component_examples() -> Json:
    """Return all examples by component name."""
    signer = Recorder().signer
    found = {
        **_service_examples(), **account_examples(), **app_examples(AT),
        **game_examples(), **rating_examples(),
        **invitations_of(ADA, BOB, TABLE, AT), **table_examples(), **play_examples(),
        **tournament_examples(ADA, BOB, (COMMITMENT, ENTROPY), AT, signer),
        **result_examples(ADA, AT, signer), **push_examples(ADA, TABLE, AT),
    }  # fmt: skip
    plain = orjson.loads(orjson.dumps(found))
    return {name: {"value": plain[name]} for name in sorted(plain)}
