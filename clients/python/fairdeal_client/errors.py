"""What may go wrong, as exceptions."""

from typing import Any


class FairdealError(Exception):
    """Anything that this package raises."""


class NoAnswer(FairdealError):
    """The server could not be reached, or gave no whole answer, for too long."""

    def __init__(self, why: str, *, is_sent: bool = True) -> None:
        super().__init__(why)
        self.is_sent = is_sent  # False: nothing of the request can have reached the server


class ApiError(FairdealError):
    """The server answered with a problem (RFC 9457).

    Attributes:
        status: the HTTP status.
        code: for programs: `boon/must_follow`, `http/too_many`.
        advice: for people: what is wrong, and what would be right.
        rule: the number of the rule that refuses, such as `T8`; None where no rule does.
        problem: all members of the answer.
    """

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status, self.problem = status, problem
        self.code = str(problem.get("code") or f"http/{status}")
        self.advice = str(problem.get("detail") or problem.get("title") or f"status {status}")
        self.rule: str | None = problem.get("rule")
        rule = f" (rule {self.rule})" if self.rule else ""
        super().__init__(f"{self.code}: {self.advice}{rule}")


class InvalidRequest(ApiError):
    """400, 413, 415 or 422: the request has a wrong form; `problem["errors"]` names the fields."""


class NotSignedIn(ApiError):
    """401: no token, or one that has ended."""


class NotAllowed(ApiError):
    """403: this account, or the scopes of this token, may not do it."""


class NotFound(ApiError):
    """404 or 410: there is no such thing."""


class Refused(ApiError):
    """409: the rules refuse, or it is not the moment. Nothing was done."""


class StaleView(ApiError):
    """412: something has happened since the view that `If-Match` names."""


class TooMany(ApiError):
    """429: a limit was reached, and waiting for it would take too long."""


class Unavailable(ApiError):
    """500 or more: the server cannot answer now."""


class Lie(FairdealError):
    """What the server claims does not fit what it proved or signed before; keep the evidence."""


class SignInFailed(FairdealError):
    """OAuth ended with an error (RFC 6749): `code` names it, such as `access_denied`."""

    def __init__(self, code: str, description: str = "") -> None:
        super().__init__(f"{code}: {description}" if description else code)
        self.code = code


KINDS: dict[int, type[ApiError]] = {
    400: InvalidRequest, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Refused,
    410: NotFound, 412: StaleView, 413: InvalidRequest, 415: InvalidRequest, 422: InvalidRequest,
    429: TooMany,
}  # fmt: skip


def api_error(status: int, problem: dict[str, Any]) -> ApiError:
    """Return the exception for a problem."""
    return KINDS.get(status, Unavailable if status >= 500 else ApiError)(status, problem)
