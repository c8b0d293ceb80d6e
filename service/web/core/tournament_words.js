/** A tournament in words: what its settings and its standing mean. */
import { optionText, shownAs } from "./settings.js";
import { clockText, momentText, span, spoken } from "./texts.js";
import { isText, listText, needWords, t } from "./words.js";
/** @import { Entrant, Game, OptionForm, TournamentFacts, TournamentSettings } from "../types" */

await Promise.all(["tournaments", "terms", "options"].map(needWords));

/** @param {string} kind such as "phase" @param {string} word of the API @returns {string} it in words */
export const wordOf = (kind, word) => (isText(`terms.${kind}_${word}`) ? t(`terms.${kind}_${word}`) : spoken(word));

export const PHASES = ["registration", "called", "running", "closed"];

/** @param {string} name @param {Game[]} games @returns {string} what a game is called */
export const titleOf = (name, games) => games.find(({ game }) => game === name)?.title ?? name;

/** @param {TournamentFacts} facts @returns {string} where it stands, in a line */
export function standing({ phase, paused, round, rounds, why, next_round_at }) {
  if (phase === "closed") return wordOf("ended", why ?? "played");
  if (paused) return t("tournaments.paused_now");
  if (phase === "registration" || phase === "called") return t(`tournaments.now_${phase}`);
  if (round === null && next_round_at) return t("tournaments.next_round_from", { when: momentText(next_round_at) });
  return round === null ? t("tournaments.between_rounds", { rounds }) : t("tournaments.round_now", { round: round + 1 });
}

/** @param {TournamentSettings} settings @returns {string} who meets whom */
export function formatText({ format, schedule }) {
  const { kind, rounds, cycles, advancing, third_place, seconds, pools = 0, qualify = 0 } = format;
  const values = {
    pools: pools ?? 0, qualify: qualify ?? 0, cycles, advancing, rounds: rounds ?? 0, third: `${third_place}`,
    time: span(seconds ?? 0),
  };
  return [
    isText(`tournaments.meets_${kind}`) ? t(`tournaments.meets_${kind}`, values) : spoken(kind),
    format.seeding === "rating" ? t("tournaments.seeded_by_rating") : "",
    format.seats_first ? t("tournaments.seats_first") : "",
    rounds !== null && kind !== "swiss" ? t("tournaments.most_rounds", { rounds }) : "",
    schedule.round_seconds ? t("tournaments.rounds_apart", { time: span(schedule.round_seconds) }) : "",
  ].filter(Boolean).join(" ");
}

/** @param {TournamentSettings} settings @returns {string} what a table counts */
export function countsText({ scoring }) {
  const ties = listText(scoring.tie_breaks.map((one) => wordOf("tie", one)));
  return [
    wordOf("counted", scoring.kind), scoring.normalise === "none" ? "" : wordOf("normalised", scoring.normalise),
    t("tournaments.unplayed", { bye: wordOf("brings", scoring.bye), none: wordOf("brings", scoring.void) }),
    t("tournaments.ranked", { by: scoring.rank_by, ties: scoring.tie_breaks.length, list: ties }),
  ].filter(Boolean).join(" ");
}

/** @param {TournamentSettings} settings @returns {string} what can be won, by place */
export const prizesText = ({ policies: { prizes, prize_unit, shared_prizes } }) => t("tournaments.prizes_by_place", {
  list: (prizes ?? []).map((prize) => t("tournaments.prize_amount", { prize, unit: prize_unit ?? "" }).trim()).join(", "),
  shared: shared_prizes ?? "split",
});

/** @param {TournamentSettings} settings @returns {string} who may enter, and when */
export function entryText({ entrants, schedule }) {
  const { kinds, least, most, register, late, check_in, least_rating = null, most_rating = null } = entrants;
  const who = listText(kinds.map((kind) => wordOf("kinds", kind)), "disjunction");
  return [
    t("tournaments.entry_size", { who, least, most }), t("tournaments.entry_by", { by: register ? "players" : "directors" }),
    least_rating === null ? "" : t("tournaments.entry_least_rating", { rating: least_rating }),
    most_rating === null ? "" : t("tournaments.entry_most_rating", { rating: most_rating }),
    entrants.invited == null ? "" : t("tournaments.entry_invited"), entrants.code ? t("tournaments.entry_code") : "",
    late ? t("tournaments.entry_late") : "", check_in ? t("tournaments.entry_check_in") : "",
    schedule.starts_at === null ? t("tournaments.starts_when_called")
      : t("tournaments.starts_at", { when: momentText(schedule.starts_at) }),
  ].filter(Boolean).join(" ");
}

/** @param {TournamentSettings} settings @returns {string} whose deals are alike, and when they open */
export const dealsText = ({ format: { duplicate, rotate }, reveal, beacon }) => [
  t("tournaments.deals_shared", { is: `${duplicate ?? false}` }), rotate ? t("tournaments.deals_rotate") : "",
  t("tournaments.cards_open", { reveal }), beacon === null ? "" : t("tournaments.deals_beacon"),
].filter(Boolean).join(" ");

/**
 * @param {TournamentSettings["games"][number]} game @param {OptionForm[]} usual its options
 * @returns {string} how a game is played here: of its options those that are not the usual ones
 */
export function gameText({ game, seats, other_seats = null, clock, options, on_time_out }, usual) {
  const known = new Map(usual.map(({ name, default: value }) => [name, shownAs(value)]));
  const told = Object.entries(options ?? {}).filter(([name, value]) => known.get(name) !== shownAs(value))
    .map(([name, value]) => optionText(game, name, value));
  const lateness = clock === null ? [] : [t("tournaments.time_up", { then: wordOf("out", on_time_out) })];
  const list = listText((other_seats ?? []).map(String), "disjunction");
  return [
    t("tournaments.seats", { seats }), list ? t("tournaments.other_seats", { list }) : "", clockText(clock), ...lateness, ...told,
  ].filter(Boolean).join("; ");
}

/** @param {number[]} byes rounds, from 0 @returns {string} which it sits out; nothing where there are none */
export const byesText = (byes) => byes.length === 0 ? ""
  : t("tournaments.byes_wanted", { rounds: byes.length, list: listText(byes.map((round) => `${round + 1}`)) });

/** @param {Entrant} entrant @returns {string} what to call it */
export function calledBy({ number, name, members }) {
  const names = members.map(({ name: own, level }) =>
    own ?? (level === null ? t("tournaments.erased") : t("tournaments.bot_of", { level: levelText(level) })));
  return name ?? (names.join(", ") || t("tournaments.entrant", { number: number + 1 }));
}

/** @param {string} level of a bot, as the API calls it @returns {string} it in words */
export const levelText = (level) => wordOf("level", level);
