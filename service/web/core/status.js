/** What an operator reads of how the server fares. */
/** @import { ServerStatus } from "../types" */

const SIZES = ["B", "kB", "MB", "GB", "TB"];

/** @param {number} bytes @returns {string} */
export function bytesText(bytes) {
  const power = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${SIZES[power]}`;
}

/** @param {ServerStatus} found */
export const summary = ({ processes }) => ({
  waiting: processes.reduce((sum, { gauges }) => sum + (gauges.fairdeal_waiting ?? 0), 0),
});

/** @param {ServerStatus} found @returns {{name: string, count: number}[]} those that live, and what each has taken on */
export const followersOf = ({ followers }) =>
  Object.entries(followers).map(([name, own]) => ({ name, count: own.length }));

/** @param {ServerStatus} found @returns {{kind: string, version: string, places: string[], since: number}[]} processes of one kind together */
export function kindsOf({ processes }) {
  /** @type {Map<string, {kind: string, version: string, places: string[], since: number}>} */
  const found = new Map();
  for (const { kind, version, host, pid, started } of processes) {
    const known = found.get(`${kind} ${version}`) ?? { kind, version, places: [], since: started };
    known.places.push(`${host}:${pid}`);
    known.since = Math.min(known.since, started);
    found.set(`${kind} ${version}`, known);
  }
  return [...found.values()];
}
