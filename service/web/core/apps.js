/** Apps that people allow to act for them: what their scopes mean in plain words, and where an answer leads. */

import { needWords, t } from "./words.js";

await needWords("scopes");

/** What an app or a program may be allowed to do. */
export const SCOPES = ["read", "play", "tables", "tournaments", "disputes", "account"];

/** @param {string} scope @returns {string} what it lets an app or a program do, after "may" */
export const powerOf = (scope) => t(`scopes.power_${scope}`);

/** @param {string[]} scopes @returns {string[]} what they let an app do, in the order of the table */
export const powersOf = (scopes) => SCOPES.filter((scope) => scopes.includes(scope)).map(powerOf);

/** @param {string[]} scopes @returns {string} the same in one sentence */
export const powersText = (scopes) => t("scopes.may", { powers: powersOf(scopes).join("; ") });

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/** @param {string} address @returns {URL | null} */
function parsed(address) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * Where an answer to an app leads, for people; the server has compared it with what the app registered.
 * @param {string} address its redirect URI @returns {string}
 */
export function returnText(address) {
  const url = parsed(address);
  if (url === null) return address;
  if (url.protocol === "https:") return url.host;
  if (url.protocol === "http:") return t("scopes.local_program", { host: url.host });
  return t("scopes.local_app", { scheme: url.protocol });
}

/** @param {string} address that tells an app of an error @returns {string} the reason, for people */
export const errorText = (address) => parsed(address)?.searchParams.get("error_description") ?? "";

/** @param {string} address @returns {boolean} whether it takes people to an app, and runs nothing in this page */
export function isWayBack(address) {
  const url = parsed(address);
  if (url === null) return false;
  if (url.protocol === "http:") return LOOPBACK.includes(url.hostname);
  return url.protocol === "https:" || url.protocol.includes("."); // as an app's own scheme has; none that runs scripts does
}

const PARAMETERS = [
  "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
];

/** @param {string} query with which an app opened the page @returns {Record<string, string>} what the answer repeats of it */
export const askedIn = (query) => Object.fromEntries(
  [...new URLSearchParams(query)].filter(([name]) => PARAMETERS.includes(name)));

const WORD = "user_code";

/** @param {string} query of an address @returns {string} the code in it that a program shows; "" for none */
export const userCodeIn = (query) => new URLSearchParams(query).get(WORD) ?? "";
