/** Times for people. */

/** @type {[number, string][]} */
const UNITS = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

/** @param {number} deadline @param {number} now by the server's clock @returns {string} minutes and seconds that are left */
export function leftUntil(deadline, now) {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  const parts = seconds >= 3600 ? [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    : [Math.floor(seconds / 60), seconds % 60];
  return parts.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, "0"))).join(":");
}

/** @param {{turn: number, bank?: number} | null} clock @returns {string} */
export function clockText(clock) {
  if (clock === null) return "no clock";
  return `${span(clock.turn)} a turn${clock.bank ? `, ${span(clock.bank)} more in all` : ""}`;
}

/** @param {number} seconds @returns {string} */
export function span(seconds) {
  if (seconds % 86_400 === 0) return many(seconds / 86_400, "day");
  if (seconds % 3600 === 0) return many(seconds / 3600, "hour");
  if (seconds % 60 === 0) return many(seconds / 60, "minute");
  return many(seconds, "second");
}

/** @param {number} at @returns {string} the day, as this browser's language writes it */
export const dayText = (at) => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });

/** @param {number} at @returns {string} the same with the time */
export const momentText = (at) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} milliseconds @returns {string} about how long, in the greatest unit of which there are two */
export function about(milliseconds) {
  const seconds = milliseconds / 1000;
  const [size, word] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, "second"];
  return many(Math.round(seconds / size), word);
}

/** @param {number} count @param {string} word */
export const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
