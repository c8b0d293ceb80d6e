/** Chance from the browser; `randomUUID` is missing on plain http, this is not. */

/** @param {number} bytes @returns {string} random bytes in hex */
export function randomHex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {number} from 0 to 1 */
export const randomShare = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
