/** How long to wait before a request is sent again. */

const FIRST = 500, MOST = 15_000; // milliseconds

/** @returns {number} from 0 to 1 */
export const randomShare = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/**
 * Return a pause that doubles with each try. Half of it is random, so that clients that lost a server together do not come back
 * together.
 * @param {number} tries that failed so far @param {number} share from 0 to 1 @returns {number} milliseconds
 */
export const pause = (tries, share = randomShare()) => Math.min(MOST, FIRST * 2 ** tries) * (0.5 + share / 2);

/** @param {Response} answer @returns {number | null} milliseconds that it asks to wait */
export function retryAfter(answer) {
  const seconds = answer.headers.get("Retry-After");
  return seconds === null ? null : 1000 * Number(seconds);
}

/**
 * @param {number} milliseconds @param {AbortSignal} [signal] ends it early
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
