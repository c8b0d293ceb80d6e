/** What the server's status says in English sentences, in the words of the page. */
import { isText, t } from "./words.js";

/** @type {[string, RegExp][]} name of its text -> form of the server's sentence */
const FORMS = [
  ["unsigned", /^the store lacks signed data \((?<why>.+)\); see `fairdeal accept-loss`$/],
  ["notices", /^notices for webhooks and Web Push wait for (?<seconds>\d+) s: start `fairdeal push`$/],
  ["unfollowed", /^(?<count>\d+) partitions have no follower: start `fairdeal follow`$/],
  ["behind", /^the read model (?<list>\S+) is (?<seconds>\d+) s behind$/],
  ["job", /^the oldest job of (?:fairdeal-)?(?<queue>\S+) waits for (?<seconds>\d+) s$/],
  ["thinking", /^bots begin to think (?<seconds>\d+) s late, and think less at tables that do not count$/],
  ["overdue", /^(?<count>\d+) tables are overdue \((?<kind>\w+)\), one of them by (?<seconds>\d+) s$/],
  ["aside", /^(?<count>\d+) tables? (?:is|are) set aside: see `fairdeal quarantine`$/],
  ["versions", /^processes of several versions run: (?<versions>.+)$/],
  ["no_key", /^(?<folder>.+) holds no key for signing$/],
  ["unkept", /^the store (?<store>\S+) keeps no append-only file: a crash loses events$/],
  ["evicts", /^the store (?<store>\S+) may evict keys \((?<policy>.+)\)$/],
  ["unwritten", /^the store (?<store>\S+) could not write its append-only file$/],
  ["few_copies", /^the store (?<store>\S+) has too few replicas, .+: (?<online>\d+) online, and \w+ is (?<least>\d+)$/],
  ["copy", /^the replica (?<store>\S+) is (?<state>.+)$/],
];
const NUMBERS = ["count", "seconds", "online", "least"];
const NAMED = ["list", "queue", "kind"]; // what the page has a name for

/** @param {string} sentence as the server says it @returns {string} in the language of the page, if it is known */
export function troubleText(sentence) {
  for (const [name, form] of FORMS) {
    const groups = form.exec(sentence)?.groups;
    if (groups) return t(`status.trouble_${name}`, Object.fromEntries(Object.entries(groups).map(filled)));
  }
  return sentence;
}

/** @param {[string, string]} group @returns {[string, string | number]} */
function filled([name, value]) {
  const known = `status.${name}_${value}`;
  if (NAMED.includes(name) && isText(known)) return [name, t(known)];
  return [name, NUMBERS.includes(name) ? Number(value) : value];
}
