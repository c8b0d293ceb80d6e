/** Devices of an account: what each is called, and the code by which a second one signs in. */

import { t } from "./words.js";

/** @type {[RegExp, string][]} the first that fits: most browsers name others, too */
const BROWSERS = [
  [/Edg/, "Edge"], [/OPR/, "Opera"], [/SamsungBrowser/, "Samsung Internet"], [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"],
];
/** @type {[RegExp, string][]} */
const SYSTEMS = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/CrOS/, "ChromeOS"], [/Windows/, "Windows"],
  [/Mac OS/, "Mac"], [/Linux/, "Linux"],
];

/** @param {string} agent `navigator.userAgent` @returns {string} what people call this device: "Firefox on Android" */
export function deviceName(agent) {
  const [browser, system] = [BROWSERS, SYSTEMS].map((kinds) => kinds.find(([form]) => form.test(agent))?.[1]);
  if (browser === undefined) return t("account.some_browser");
  return system === undefined ? browser : t("account.browser_on", { browser, system });
}

const LETTERS = 12; // of a sign-in code; a recovery code has 24

/** @param {string} text as people type it @returns {boolean} whether it is a sign-in code */
export const isSignInCode = (text) => text.replace(/[\s-]/g, "").length === LETTERS;

const WORD = "sign-in";

/** @param {string} origin @param {string} code @returns {string} what a second device opens; no server sees what follows the # */
export const signInLink = (origin, code) => `${origin}/account#${WORD}=${code}`;

/** @param {string} hash of an address @returns {string | null} the sign-in code in it */
export const signInCodeIn = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get(WORD);

/** @param {boolean[][]} rows of a QR code, dark where true @returns {string} the same as a path of an SVG, a unit each */
export const drawnSquares = (rows) => rows.map((row, y) =>
  row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
