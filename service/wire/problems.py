"""What requests are refused for before any rule judges them, and what an overload refuses."""

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from games.core.errors import FairdealError
from service.settings import BODY_LIMIT


class Problem(FairdealError):
    """A request that can't be answered as asked; a sentence of its own may stand for the usual."""

    headers: Mapping[str, str] = {}

    def __init__(self, detail: str | None = None) -> None:
        if detail is not None:
            self.detail = detail
        super().__init__(self.detail)


class BadRequest(Problem):
    """What was sent is no proper HTTP."""

    code, status = "http/bad_request", 400


class NotJson(Problem):
    """The body is not JSON."""

    code, status = "http/not_json", 400


class IncompleteBody(Problem):
    """The body did not come whole: whoever sent it is gone, or a proxy is broken."""

    code, status = "http/cut_off", 400
    detail = "The body did not come whole; nothing was done. Send it again"


class BadKey(Problem):
    """The repeat key is none."""

    code, status = "http/bad_key", 400
    detail = "Idempotency-Key takes 1 to 128 visible ASCII characters"


class BadMatch(Problem):
    """If-Match names no event."""

    code, status = "http/bad_match", 400
    detail = "If-Match takes an ETag of this table's view"


class BadReceipts(Problem):
    """The header of receipts holds none."""

    code, status = "http/bad_receipts", 400
    detail = "Receipts takes a receipt, or a list of them, as JSON"


class BadSignature(Problem):
    """The header of a signed action holds no signature."""

    code, status = "http/bad_signature", 400
    detail = "Action-Signature takes `after=<number of an event>, ed25519=<128 hex digits>`"


class BadQuery(Problem):
    """A parameter of the query string is none."""

    code, status = "http/bad_query", 400


class Unauthorized(Problem):
    """Nobody says who is asking."""

    code, status = "http/unauthorized", 401
    detail = "Send `Authorization: Bearer <your token>`; POST /v1/players gives a token"
    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class AccountBlocked(Problem):
    """The operator lets nobody use the account."""

    code, status = "player/blocked", 403
    detail = "This account is blocked; ask the operator of this server why, and for how long"


class NothingHere(Problem):
    """There is no such path."""

    code, status = "http/not_found", 404
    detail = "There is nothing at this path; /v1/openapi.json lists all paths"


class MethodNotAllowed(Problem):
    """The path takes other methods."""

    code, status = "http/method_not_allowed", 405

    def __init__(self, methods: Iterable[str]) -> None:
        allowed = ", ".join(sorted(methods))
        super().__init__(f"This path takes {allowed}")
        self.headers = {"Allow": allowed}


class TooSlow(Problem):
    """The body did not come in time."""

    code, status = "http/too_slow", 408
    detail = "The body did not come in time; nothing was done. Send it again, faster"


class TooLarge(Problem):
    """The body has too many bytes."""

    code, status = "http/too_large", 413

    def __init__(self, most: int = BODY_LIMIT) -> None:
        super().__init__(f"The body is too large; at most {most} bytes are read")


class NotJsonType(Problem):
    """The body does not say that it is JSON."""

    code, status = "http/not_json_type", 415
    detail = "Send the body as Content-Type: application/json"


class NotLogType(Problem):
    """The body does not say that it is a log file."""

    code, status = "http/not_log_type", 415
    detail = "Send the log file as Content-Type: application/jsonl"


class NotAnObject(Problem):
    """The body is JSON, but no object."""

    code, status = "http/invalid", 422
    detail = "The body must be a JSON object"


class TooDeep(Problem):
    """The body is JSON, but nothing of ours is so deep."""

    code, status = "http/invalid", 422
    detail = "Lists and objects lie deeper in each other than in any body that is taken here"


class TooManyRequests(Problem):
    """The caller is over a limit, for so many `seconds` more."""

    code, status, retry_after = "http/too_many", 429, 1

    def __init__(self, detail: str, limit: str, seconds: float) -> None:
        super().__init__(detail)
        self.limit, self.retry_after = limit, max(1, ceil(seconds))

    def members(self) -> Mapping[str, Any]:
        """Return the name of the limit."""
        return {"limit": self.limit}


class OtherStatus(Problem):
    """Another error of the framework's own, named by its number."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.code, self.status = f"http/{status}", status


class InternalError(Problem):
    """A bug."""

    code, status = "http/internal", 500
    detail = "The server failed at this; it has been recorded"


class NotReady(Problem):
    """The store is away or reads its data; says which, and how far it is."""

    code, status, retry_after = "http/store_away", 503, 1


class StoreFull(Problem):
    """The store has no room for a write: its memory or its disk is full."""

    code, status, retry_after = "http/store_full", 503, 60
    detail = (
        "The store is full: nothing was written. What is there can still be read; its operator must"
        " give it more room"
    )


class NoSlot(Problem):
    """Too many wait for news already."""

    code, status, retry_after = "http/no_slot", 503, 2
    detail = "Too many wait at this server; try again"


class NoVerifier(Problem):
    """Too many logs are verified already."""

    code, status, retry_after = "http/no_verifier", 503, 5
    detail = "All verifiers are at work; nothing was done. Try again"


class NoReader(Problem):
    """Too many read what takes long already."""

    code, status, retry_after = "http/no_reader", 503, 2
    detail = "Too many read long logs and lists at this server; nothing was done. Try again"


class VerificationTooLong(Problem):
    """A log was not verified in time."""

    code, status = "http/verification_too_long", 504


class ReplayProblem(Problem):
    """A log file is not shown moment by moment, as the process says that went through it."""

    def __init__(self, code: str, status: int, detail: str) -> None:
        super().__init__(detail)
        self.code, self.status = code, status


class UnknownPlayer(Problem):
    """There is no such player."""

    code, status = "player/unknown", 404
    detail = "There is no such player"


class MayNotDirect(Problem):
    """An account without the role that opens tournaments."""

    code, status = "tournament/no_role", 403
    detail = (
        "Only accounts with the role director or admin open tournaments; ask whoever runs this"
        " server for it (`fairdeal player role`)"
    )


class NotInvitable(Problem):
    """Somebody takes no invitation of this player; which of the reasons it is, is not told."""

    code, status = "player/not_invitable", 409
    detail = (
        "This player takes no invitation of yours now: perhaps only of those who name a `table` at"
        " which they have played together"
    )
