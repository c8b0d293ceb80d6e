/** What may go wrong, as exceptions. */
/** @import { Problem } from "../types.js" */

/** Anything that this package throws. */
export class FairdealError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server could not be reached, or gave no whole answer, for too long. */
export class NoAnswer extends FairdealError {}

/** The server answered with a problem (RFC 9457). */
export class ApiError extends FairdealError {
  /** @param {number} status @param {Partial<Problem>} problem @param {number | null} [wait] */
  constructor(status, problem, wait = null) {
    const code = problem.code ?? `http/${status}`, advice = problem.detail ?? problem.title ?? `The server answered ${status}`;
    super(`${code}: ${advice}${problem.rule === undefined ? "" : ` (rule ${problem.rule})`}`);
    this.status = status;
    /** For programs: `boon/must_follow`, `http/too_many`. */
    this.code = code;
    /** For people: what is wrong, and what would be right. */
    this.advice = advice;
    /** The number of the rule that refuses, such as `T8`; null where no rule does. */
    this.rule = problem.rule ?? null;
    /** All members of the answer. */
    this.problem = problem;
    /** Milliseconds after which the server wants to be asked again; null: it does not say. */
    this.retryAfter = wait;
  }
}

/** 400, 413, 415 or 422: the request has a wrong form; `problem.errors` names the fields. */
export class InvalidRequest extends ApiError {}

/** 401: no token, or one that has ended. */
export class NotSignedIn extends ApiError {}

/** 403: this account, or the scopes of this token, may not do it. */
export class NotAllowed extends ApiError {}

/** 404 or 410: there is no such thing. */
export class NotFound extends ApiError {}

/** 409: the rules refuse, or it is not the moment. Nothing was done. */
export class Refused extends ApiError {}

/** 412: something has happened since the view that `If-Match` names. */
export class StaleView extends ApiError {}

/** 429: a limit was reached, and waiting for it would take too long. */
export class TooMany extends ApiError {}

/** 500 or more: the server cannot answer now. */
export class Unavailable extends ApiError {}

/** What the server claims does not fit what it proved or signed before; `evidence` is worth keeping. */
export class Lie extends FairdealError {
  /** @param {string} message @param {unknown} [evidence] */
  constructor(message, evidence = null) {
    super(message);
    this.evidence = evidence;
  }
}

/** OAuth ended with an error (RFC 6749): `code` names it, such as `access_denied`. */
export class SignInFailed extends FairdealError {
  /** @param {string} code @param {string} [description] */
  constructor(code, description = "") {
    super(description === "" ? code : `${code}: ${description}`);
    this.code = code;
  }
}

/** @type {Record<number, typeof ApiError>} */
const KINDS = {
  400: InvalidRequest, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Refused, 410: NotFound, 412: StaleView,
  413: InvalidRequest, 415: InvalidRequest, 422: InvalidRequest, 429: TooMany,
};

/** @param {number} status @param {Partial<Problem> | null} problem @param {number | null} [wait] @returns {ApiError} */
export function apiError(status, problem, wait = null) {
  const Kind = KINDS[status] ?? (status >= 500 ? Unavailable : ApiError);
  return new Kind(status, problem ?? {}, wait);
}
