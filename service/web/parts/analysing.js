/** What a player's decisions were worth, beside the moments of a table that is gone through again. */
import { analysedSeat, countOf, decisionAt, followAnalysis, mistakesAround } from "../core/analysis.js";
import { numberText, rich, t } from "../core/words.js";
import { greyed, html, useEffect, useState } from "./html.js";
import { nameOf, Text } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { Place } from "../core/replay.js" */
/** @import { Analysis, JudgedDecision, Moment, View } from "../types" */
/** @import { Faces } from "./kit.js" */

const MISTAKES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/**
 * @param {{app: App, table: string, now: View, moment: Moment, place: Place, move: (place: Place) => void, faces: Faces}} about
 */
export function Analysing({ app, table, now, moment, place, move, faces }) {
  const seat = analysedSeat(now, place.eyes);
  const [wanted, setWanted] = useState(/** @type {number | null} */ (null));
  const [found, setFound] = useState(/** @type {Analysis | null} */ (null));
  const [problem, setProblem] = useState("");
  const isWanted = wanted !== null && wanted === seat;
  useEffect(() => {
    setProblem("");
    if (wanted === null || !isWanted) return;
    const waiting = new AbortController();
    followAnalysis(app.api, table, wanted, setFound, waiting.signal).catch((error) => {
      if (waiting.signal.aborted) return;
      setWanted(null);
      setProblem(error.message);
    });
    return () => waiting.abort();
  }, [wanted, isWanted]);
  if (seat === null) return null;
  if (!isWanted) {
    return html`
      <p><button type="button" class="quiet analyse" onClick=${() => setWanted(seat)}>${
        t("replay.analyse", { name: nameOf(now, seat) })}</button></p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
  }
  const own = found?.seat === seat ? found : null, decisions = own?.decisions ?? [];
  const first = moment.command.first, last = moment.command.events.at(-1)?.n ?? first;
  const { back, on } = mistakesAround(decisions, first);
  const to = (/** @type {number | undefined} */ n) => n !== undefined && move({ n, eyes: seat });
  return html`
    <section class="panel analysis" aria-label=${t("replay.analysis", { name: nameOf(now, seat) })}>
      <${Judged} decision=${decisionAt(decisions, first, last)} view=${moment.view} faces=${faces} />
      <p class="hint" role="status">${own?.complete === true
        ? t("replay.mistakes", Object.fromEntries(MISTAKES.map((one) => [one, countOf(decisions, one)])))
        : t("replay.analysing", { done: decisions.length, total: own?.total ?? 0, is: own?.total == null ? "new" : "begun" })}</p>
      <div class="row">
        <button type="button" ...${greyed(false, back === undefined ? t("replay.no_mistake") : "")}
          onClick=${() => to(back)}>◀ ${t("replay.mistake_back")}</button>
        <button type="button" ...${greyed(false, on === undefined ? t("replay.no_mistake") : "")}
          onClick=${() => to(on)}>${t("replay.mistake_on")} ▶</button>
      </div>
    </section>`;
}

/** @param {{decision: JudgedDecision | undefined, view: View, faces: Faces}} about */
function Judged({ decision, view, faces }) {
  if (decision === undefined) return html`<p class="hint">${t("replay.no_decision")}</p>`;
  const { grade, best_text: text, loss } = decision;
  if (loss === null) return html`<p class="judged"><b>${t("replay.is_best")}</b></p>`;
  const best = html`<${Text} text=${text} view=${view} faces=${faces} />`;
  const [points, least, most] = [loss.points, loss.least, loss.most].map((one) => numberText(one));
  return html`
    <p class="judged"><b>${t(`replay.grade_${grade}`)}</b>${" "}${rich("replay.best_is", { best })}</p>
    <p class="hint">${t("replay.loses", { points: points ?? "", least: least ?? "", most: most ?? "", deals: loss.deals })}</p>`;
}
