/** A guided hand: the person makes the choices that were made in a recorded one, and is told what to look at and why. */
import { botsChosen } from "../core/beginning.js";
import { Lesson, scenesOf } from "../core/lesson.js";
import { addressOf, listed } from "../core/served.js";
import { plain } from "../core/texts.js";
import { language, needWords, t } from "../core/words.js";
import { NOBODY } from "../parts/away.js";
import { Command, html, useAnswer, useEffect, useMemo, useRef, useSignal } from "../parts/html.js";
import { Faces, nameOf, Text } from "../parts/kit.js";
import { usePaced } from "../parts/pacing.js";
import { Story } from "../parts/playing.js";
import { useLayout } from "../parts/seats.js";
import { Play } from "../parts/turn.js";
/** @import { App } from "../core/app.js" */
/** @import { LessonState, Recorded } from "../core/lesson.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { Game, GameDetails, View } from "../types" */

await needWords("learn");

/** @param {string} game @returns {Promise<Recorded>} */
async function recordedOf(game) {
  const answer = await fetch(addressOf(`lessons/${game}.json`));
  if (!answer.ok) throw new Error(t("learn.lost"));
  return answer.json();
}

/** @param {{app: App, which: string}} about `which`: the game */
export function LearnPage({ app, which }) {
  const isThere = listed("lessons").includes(which);
  const told = useAnswer(async () => {
    if (!isThere) return undefined;
    const asked = [app.game(which), recordedOf(which), needWords(`learn_${which}`)];
    const [details, recorded] = /** @type {[GameDetails, Recorded, void]} */ (await Promise.all(asked));
    return { details, lesson: new Lesson(app.memory, scenesOf(recorded, language.value), details) };
  }, [which]);
  if (!isThere) {
    return html`<section class="panel"><h1>${t("learn.none")}</h1><p><a href="/" data-page>${t("learn.lobby")}</a></p></section>`;
  }
  if (told === undefined) return html`<p class="hint" role="status">${t("learn.coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  return html`<${Guided} app=${app} details=${told.details} lesson=${told.lesson} />`;
}

/** @param {{app: App, details: GameDetails, lesson: Lesson}} about */
function Guided({ app, details, lesson }) {
  const state = useSignal(lesson.state);
  const known = useSignal(app.account.known);
  const faces = useMemo(() => new Faces(details), [details]);
  const name = known?.name ?? t("learn.guest");
  const { scene } = lesson;
  const view = useMemo(() => seatedAs(scene.view, name, lesson.isAsking), [scene, name]);
  const paced = usePaced(app, view, useLayout(view.game));
  useEffect(() => { // the others go on, and what is forced is done, until there is a choice again
    if (!lesson.isAsking && !lesson.isOver) lesson.step();
  }, [scene]);
  useSaid(app, lesson, view);
  const isWide = matchMedia("(min-width: 56rem) and (min-height: 34rem)").matches; // then the table has the window to itself
  const coach = html`<${Coach} app=${app} lesson=${lesson} state=${state} view=${view} faces=${faces} details=${details} />`;
  return html`
    <div class=${`table lesson${lesson.isOver ? " over" : ""}`} data-n=${view.n}>
      <div class="felt">
        ${!isWide && coach}
        <${Play} app=${app} live=${/** @type {any} */ (lesson)} view=${view} details=${details} faces=${faces} away=${NOBODY}
          paced=${paced} title=${null} isGuided=${true} />
      </div>
      <aside>${isWide && coach}
        <${Story} story=${lesson.story} view=${view} faces=${faces} />
        <p><button type="button" onClick=${() => lesson.restart()}>${t("learn.again")}</button></p></aside>
    </div>`;
}

/** @param {View} view @param {string} name of the person @param {boolean} isAsking @returns {View} */
function seatedAs(view, name, isAsking) {
  const seats = view.seats.map((seat) => (seat.seat === view.seat ? { ...seat, name } : seat));
  return { ...view, seats, choices: isAsking ? view.choices : null };
}

/** Tell who cannot see the page what the others have done. @param {App} app @param {Lesson} lesson @param {View} view */
function useSaid(app, lesson, view) {
  const told = useRef(lesson.story.at(-1)?.n ?? 0);
  useEffect(() => {
    if (!lesson.isAsking && !lesson.isOver) return;
    const lines = lesson.story.filter(({ n }) => n > told.current).map(({ text }) => plain(text, (seat) => nameOf(view, seat)));
    told.current = lesson.story.at(-1)?.n ?? 0;
    if (lines.length > 0) app.say(lines.slice(-8).join(". "));
  }, [view]);
}

/**
 * What to look at, what may be done, and why.
 * @param {{app: App, lesson: Lesson, state: LessonState, view: View, faces: Faces, details: GameDetails}} about
 */
function Coach({ app, lesson, state, view, faces, details }) {
  const { game, choices, scene: { choice }, isOver } = lesson;
  const play = async () => {
    const shown = /** @type {Game} */ ((await app.games()).find((one) => one.game === game));
    await app.playWithBots(game, botsChosen(app.memory, shown));
  };
  /** @param {string} name */
  const told = (name) => html`<${Text} text=${t(`learn_${game}.${name}`)} view=${view} faces=${faces} />`;
  return html`
    <section class="panel coach" aria-label=${t("learn.coach")} aria-live="polite">
      <div class="steps"><h1 class="title">${t("learn.title", { game: details.title })}</h1>
        <label><span>${isOver ? t("learn.over") : t("learn.choice", { choice, choices })}</span>
        <progress max=${choices} value=${choice - 1}></progress></label>
        ${lesson.isAsking && html`
          <button type="button" class="quiet" onClick=${() => lesson.show()}>${t("learn.show")}</button>`}</div>
      ${choice === 1 && html`<p>${told("begin")}</p>`}
      ${choice > 1 && state.answer === "right" && html`
        <p class="why"><b>${t("learn.right")}</b> ${told(`${choice - 1}.why`)}</p>`}
      ${isOver ? html`
        <p><b>${told("end")}</b></p>
        <div class="row"><${Command} kind="main" label=${t("learn.play")} send=${play} />
          <button type="button" onClick=${() => lesson.restart()}>${t("learn.again")}</button>
          <a class="button" href="/" data-page>${t("learn.lobby")}</a></div>`
        : choice <= choices && html`<p class="see">${told(`${choice}.see`)}</p>`}
      ${state.answer === "wrong" && !isOver && html`
        <p class="warning" role="alert">${t("learn.wrong")} ${told(`${choice}.why`)}</p>`}
    </section>`;
}
