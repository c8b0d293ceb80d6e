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

/** @typedef {{kind: string, version: string, places: string[], since: number}} Kind processes of one kind and version */

/** @param {ServerStatus} found @returns {Kind[]} */
export function kindsOf({ processes }) {
  /** @type {Map<string, Kind>} */
  const found = new Map();
  for (const { kind, version, host, pid, started } of processes) {
    const known = found.get(`${kind} ${version}`) ?? { kind, version, places: [], since: started };
    known.places.push(`${host}:${pid}`);
    known.since = Math.min(known.since, started);
    found.set(`${kind} ${version}`, known);
  }
  return [...found.values()];
}
