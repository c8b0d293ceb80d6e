"""The table of problems: how the service refuses a request before any rule judges it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.errors import FairdealError


class Problem(FairdealError):
    """A request that the service refuses. Only a `ProblemKind` makes one.

    Attributes:
        kind: the row of the table; whoever handles a problem compares it.
        headers: what the answer's header holds besides Retry-After.
    """

    def __init__(self, kind: "ProblemKind", detail: str, *, retry_after: int | None,
                 headers: Mapping[str, str], members: Mapping[str, Any]) -> None:  # fmt: skip
        super().__init__(detail)
        self.kind, self.detail, self.headers = kind, detail, headers
        self.code, self.status, self.retry_after = kind.code, kind.status, retry_after
        self._members = members

    def members(self) -> Mapping[str, Any]:
        """Return what the body holds besides."""
        return self._members


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One way in which the service refuses; called, it is the exception to be raised.

    Attributes:
        code: stable, for programs.
        status: of the HTTP answer.
        detail: the usual sentence for people; None: the caller has one for each case.
        retry_after: seconds after which the same request may succeed; None: it never will.
        headers: further headers of the answer.
    """

    code: str
    status: int
    detail: str | None = None
    retry_after: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, detail: str | None = None, *, retry_after: int | None = None,
                 headers: Mapping[str, str] | None = None, **members: Any) -> Problem:  # fmt: skip
        """Return the exception, with what differs from the row and more members of the body."""
        sentence = self.detail if detail is None else detail
        assert sentence is not None, f"{self.code} needs a sentence"
        return Problem(
            self,
            sentence,
            retry_after=retry_after or self.retry_after,
            headers=headers or self.headers,
            members=members,
        )


# ---- 400: the request can't be read

BAD_REQUEST: Final = ProblemKind("http/bad_request", 400)
NOT_JSON: Final = ProblemKind("http/not_json", 400)
INCOMPLETE_BODY: Final = ProblemKind(
    "http/cut_off", 400, "The body arrived incomplete; nothing was done. Send it again"
)
BAD_IDEMPOTENCY_KEY: Final = ProblemKind(
    "http/bad_key", 400, "Idempotency-Key takes 1 to 128 visible ASCII characters"
)
BAD_IF_MATCH: Final = ProblemKind(
    "http/bad_match", 400, "If-Match takes an ETag of this table's view"
)
BAD_RECEIPTS: Final = ProblemKind(
    "http/bad_receipts", 400, "Receipts takes a receipt, or a list of them, as JSON"
)
BAD_ACTION_SIGNATURE: Final = ProblemKind(
    "http/bad_signature",
    400,
    "Action-Signature takes `after=<number of an event>, ed25519=<128 hex digits>`",
)
BAD_QUERY: Final = ProblemKind("http/bad_query", 400)
BAD_REDIRECT: Final = ProblemKind(
    "app/bad_redirect",
    400,
    "This app has not registered the redirect_uri that it asks with, so you are not sent there;"
    " tell its developer",
)

# ---- 401, 403: the caller may not

UNAUTHORIZED: Final = ProblemKind(
    "http/unauthorized",
    401,
    "Send `Authorization: Bearer <your token>`; POST /v1/players gives a token",
    headers={"WWW-Authenticate": "Bearer"},
)
ACCOUNT_BLOCKED: Final = ProblemKind(
    "player/blocked",
    403,
    "This account is blocked; ask the operator of this server why, and for how long",
)
INSUFFICIENT_SCOPE: Final = ProblemKind(
    "http/insufficient_scope",
    403,
    headers={"WWW-Authenticate": 'Bearer error="insufficient_scope"'},
)
UNSIGNED_PLAY: Final = ProblemKind(
    "player/unsigned",
    403,
    "This account has a signing key, so apps and personal access tokens play for it only what is"
    " signed: send Action-Signature. What can't be signed needs the account's own token",
)
ADMIN_ROLE_REQUIRED: Final = ProblemKind(
    "http/not_an_admin",
    403,
    "Only accounts with the role admin may do this; `fairdeal player role <name> admin` grants it",
)
DIRECTOR_ROLE_REQUIRED: Final = ProblemKind(
    "tournament/no_role",
    403,
    "Only accounts with the role director or admin may open tournaments; ask the operator of this"
    " server for the role (`fairdeal player role`)",
)
WRONG_CODE: Final = ProblemKind(
    "tournament/wrong_code",
    403,
    "This tournament is entered with a code; ask its director for it, and send it as `code`",
)
NOT_SEATED: Final = ProblemKind("table/not_seated", 403, "You hold no seat at this table")
NO_TALK: Final = ProblemKind("table/no_talk", 403)

# ---- 404, 405: the path names nothing

NOT_FOUND: Final = ProblemKind(
    "http/not_found", 404, "There is nothing at this path; /v1/openapi.json lists all paths"
)
UNKNOWN_VERSION: Final = ProblemKind(
    "http/no_such_version",
    404,
    "This server does not serve this version, or serves a newer one. Ask for the game, card or"
    " description by name: its Content-Location names the current version",
)
UNKNOWN_SUBSCRIPTION: Final = ProblemKind(
    "push/unknown", 404, "There is no such webhook of yours; GET /v1/webhooks lists them"
)
UNKNOWN_DELIVERY: Final = ProblemKind(
    "push/unknown_delivery", 404, "There is no such delivery among the latest of this webhook"
)
UNKNOWN_PLAYER: Final = ProblemKind("player/unknown", 404, "There is no such player")
UNKNOWN_APP: Final = ProblemKind(
    "app/unknown", 404, "There is no such app; its owner may have ended it"
)
UNKNOWN_DEVICE_CODE: Final = ProblemKind(
    "app/unknown_code",
    404,
    "No app waits with this code: it was mistyped, is too old, or was answered",
)
UNKNOWN_GAME: Final = ProblemKind("game/unknown", 404)
UNKNOWN_CARD: Final = ProblemKind(
    "card/unknown", 404, "There is no such card; GET /v1/games/{game} lists those of a game"
)
UNKNOWN_ROUND: Final = ProblemKind("tournament/no_such_round", 404)
UNKNOWN_TILE: Final = ProblemKind(
    "proof/no_such_tile",
    404,
    "The signed tree has no such tile; c2sp.org/tlog-tiles says how tiles are named",
)
METHOD_NOT_ALLOWED: Final = ProblemKind("http/method_not_allowed", 405)

# ---- 408, 413, 415, 422: the body is not what is wanted

REQUEST_TIMEOUT: Final = ProblemKind(
    "http/too_slow", 408, "The body did not arrive in time; nothing was done. Send it again, faster"
)
CONTENT_TOO_LARGE: Final = ProblemKind("http/too_large", 413)
NOT_JSON_TYPE: Final = ProblemKind(
    "http/not_json_type", 415, "Send the body as Content-Type: application/json"
)
NOT_LOG_TYPE: Final = ProblemKind(
    "http/not_log_type", 415, "Send the log file as Content-Type: application/jsonl"
)
NOT_AN_OBJECT: Final = ProblemKind("http/invalid", 422, "The body must be a JSON object")
NESTED_TOO_DEEPLY: Final = ProblemKind("http/invalid", 422)
TOO_MANY_PAIRS: Final = ProblemKind("tournament/too_many_pairs", 422)

# ---- 409: not now

FALSE_KEY_PROOF: Final = ProblemKind("player/false_proof", 409)
NOT_INVITABLE: Final = ProblemKind(
    "player/not_invitable",
    409,
    "This player does not accept your invitation now. Some players accept only invitations that"
    " name a `table` at which both have played",
)
TABLE_ARCHIVED: Final = ProblemKind(
    "table/archived",
    409,
    "This request was carried out earlier, and its `table` has ended and is archived. Read that"
    " table, or send another Idempotency-Key",
)
TABLE_NOT_OPENED: Final = ProblemKind(
    "table/not_opened", 409, "Until the table is opened, you can replay only the seat that you hold"
)
NO_ANALYSIS: Final = ProblemKind(
    "table/no_analysis",
    409,
    "Only a table that was played, has ended, and whose log everybody may read can be analysed",
)
NOT_ANALYSED: Final = ProblemKind(
    "table/not_analysed",
    404,
    "Nobody has had this seat analysed within a week; ask with POST /v1/tables/.../analysis",
)
NO_HINTS: Final = ProblemKind(
    "table/no_hints",
    409,
    "There are hints only at unrated tables where you play alone against bots, and whose deals no"
    " other table has",
)
NO_HINT_NOW: Final = ProblemKind(
    "table/no_hint_now", 409, "There is a hint only while it is your turn"
)
TOURNAMENT_NOT_CLOSED: Final = ProblemKind(
    "tournament/not_closed",
    409,
    "You can export a tournament once it and all its tables are closed; until then read"
    " /standings, /tables and /log",
)
PROOF_PENDING: Final = ProblemKind(
    "proof/not_yet",
    409,
    "The head of this table will be in the signed tree within seconds; ask again",
    retry_after=1,
)

# ---- 429, 500 and above: the caller asks too much, or the server can't

TOO_MANY_REQUESTS: Final = ProblemKind("http/too_many", 429, retry_after=1)
INTERNAL_ERROR: Final = ProblemKind(
    "http/internal", 500, "A bug of this server stopped the request; the server has logged it"
)
STORE_NOT_READY: Final = ProblemKind("http/store_away", 503, retry_after=1)
STORE_FULL: Final = ProblemKind(
    "http/store_full",
    503,
    "The store is full, so nothing was written. You can still read; the operator of this server"
    " must give the store more room",
    retry_after=60,
)
NO_FREE_SLOT: Final = ProblemKind(
    "http/no_slot",
    503,
    "All places for streams and waiting reads are taken; try again",
    retry_after=2,
)
NO_FREE_VERIFIER: Final = ProblemKind(
    "http/no_verifier",
    503,
    "All verifiers are busy; nothing was done. Try again",
    retry_after=5,
)
READS_OVERLOADED: Final = ProblemKind(
    "http/no_reader",
    503,
    "Too many requests for long logs and lists are waiting; nothing was done. Try again",
    retry_after=2,
)
VERIFICATION_TIMEOUT: Final = ProblemKind("http/verification_too_long", 504)

PROBLEM_KINDS: Final = tuple(one for one in [*globals().values()] if isinstance(one, ProblemKind))


def content_too_large(most: int, of_account: int = 0) -> Problem:
    """Return the problem of a body of more than so many bytes; an account may send so many."""
    more = ""
    if of_account > most:
        more = f" without an account; send an account's token, and {of_account} bytes are read"
    return CONTENT_TOO_LARGE(f"The body is too large; at most {most} bytes are read{more}")
