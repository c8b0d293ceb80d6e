/** The rules of a game: what it is in thirty seconds, and then the rulebook. */
import { askRulebook } from "../core/rulebook.js";
import { hostText } from "../core/texts.js";
import { needWords, t } from "../core/words.js";
import { PlayWithBots, pictureOf } from "../parts/game_card.js";
import { html, useAnswer, useEffect, useMemo, useState } from "../parts/html.js";
import { Faces } from "../parts/kit.js";
import { ChapterText, Pictured } from "../parts/rulebook.js";
/** @import { App } from "../core/app.js" */
/** @import { Rulebook } from "../core/rulebook.js" */
/** @import { GameDetails } from "../types" */

await needWords("rules");

/** @param {{app: App, which: string}} about */
export function RulesPage({ app, which }) {
  const told = useAnswer(() => Promise.all([app.game(which), askRulebook(app.api, which)]), [which]);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  return html`<${Rules} app=${app} details=${told[0]} book=${told[1]} />`;
}

/** @param {{app: App, details: GameDetails, book: Rulebook}} about */
function Rules({ app, details, book }) {
  const faces = useMemo(() => new Faces(details), [details]);
  const { game, title, about } = details;
  useEffect(() => {
    document.title = `${t("help.rules_of", { game: title })} · fairdeal`;
  }, [details]);
  usePointed();
  const own = book.chapters.filter(({ isForPrograms }) => !isForPrograms);
  const others = book.chapters.filter(({ isForPrograms }) => isForPrograms);
  return html`
    <article class="rulebook">
      <section class="panel">
        <img class="picture" src=${pictureOf(game)} alt="" width="660" height="330" />
        <h1>${t("help.rules_of", { game: title })}</h1>
        ${about.kind && html`<p class="kind">${about.kind}</p>`}
        <h2>${t("rules.in_short")}</h2>
        <p class="short">${about.introduction}</p>
        <p class="hint">${hostText(details, about.best)}</p>
        <${PlayWithBots} app=${app} game=${details} />
      </section>
      <nav class="panel" aria-label=${t("rules.contents")}><h2>${t("rules.contents")}</h2>
        <ul>${own.filter((chapter) => chapter.title !== "").map((chapter) => html`
          <li><a href=${`#${idOf(chapter.title)}`} lang="en">${chapter.title}</a></li>`)}
          <li><a href="#cards">${t("rules.cards")}</a></li></ul></nav>
      <section class="panel" lang="en">
        ${own.map((chapter) => html`
          ${chapter.title !== "" && html`<h2 id=${idOf(chapter.title)}>${chapter.title}</h2>`}
          <${ChapterText} book=${book} chapter=${chapter} faces=${faces} />`)}
      </section>
      <details class="panel" id="cards"><summary>${t("rules.cards")}</summary>
        <div class="gallery">${differentOf(details).map((card) => html`
          <${Pictured} key=${card} card=${card} faces=${faces} />`)}</div></details>
      ${others.length > 0 && html`
        <details class="panel" lang="en"><summary>${t("rules.for_programs")}</summary>
          ${others.map((chapter) => html`
            <h2 id=${idOf(chapter.title)}>${chapter.title}</h2>
            <${ChapterText} book=${book} chapter=${chapter} faces=${faces} />`)}</details>`}
    </article>`;
}

/** @param {string} title of a chapter @returns {string} */
const idOf = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** @param {GameDetails} details @returns {string[]} its cards, one of those that look alike */
function differentOf({ cards }) {
  const looks = cards.map(({ rank, suits, label }) => [rank, ...suits, label].join());
  return cards.filter((_, at) => looks.indexOf(looks[at] ?? "") === at).map(({ id }) => id);
}

/** Show the rule that the address names, and mark it: the browser looked for it before the rules had come. */
function usePointed() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const look = () => setHash(location.hash);
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  useEffect(() => {
    const found = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (hash.length < 2 || found === null) return;
    found.closest("details")?.setAttribute("open", "");
    found.classList.add("pointed");
    found.setAttribute("tabindex", "-1");
    found.focus();
    found.scrollIntoView({ block: "center" });
    return () => found.classList.remove("pointed");
  }, [hash]);
}
