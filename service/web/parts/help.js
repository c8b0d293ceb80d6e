/** Help at a table: the rules, and the chapter of the rulebook that its layout wants beside the hand. */
import { pathOfRules } from "../core/route.js";
import { t } from "../core/words.js";
import { html, Later, useEffect, useRef, useState } from "./html.js";
import { useLayout } from "./seats.js";
/** @import { App } from "../core/app.js" */
/** @import { GameDetails } from "../types" */
/** @import { Faces } from "./kit.js" */

const loadRulebook = () => import("./rulebook.js");

const OF_TABLE = /^T\d/; // rules of tables, which no game's rulebook has

/** A rule by its number, which opens beside the table. @param {{game: string | undefined, rule: string}} about */
export function RuleLink({ game, rule }) {
  const words = t("help.rule", { rule });
  return game === undefined || OF_TABLE.test(rule) ? words
    : html`<a href=${pathOfRules(game, rule)} target="_blank">${words}</a>`;
}

/** Where the rules are, in a line. @param {{app: App, details: GameDetails, faces: Faces}} about */
export function TableHelp({ app, details, faces }) {
  const chapter = useLayout(details.game)?.chapter;
  const [isOpen, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return html`
    <p class="help"><a href=${pathOfRules(details.game)} target="_blank"
        aria-label=${t("help.rules_of", { game: details.title })}>${t("help.rules")}</a>
      ${chapter !== undefined && html`
        <button type="button" class="quiet" aria-expanded=${isOpen} ref=${button} onClick=${() => setOpen(!isOpen)}>
          ${chapter}</button>`}</p>
    ${chapter !== undefined && isOpen && html`
      <${Beside} app=${app} title=${chapter} details=${details} faces=${faces} close=${close} />`}`;
}

/**
 * A chapter of the rulebook that lies over the page, beside the hand; one can play on.
 * @param {{app: App, title: string, details: GameDetails, faces: Faces, close: () => void}} about
 */
function Beside({ app, title, details, faces, close }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.focus(), []);
  const press = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close();
  return html`
    <section class="panel beside" aria-label=${title} tabindex="-1" ref=${place} onKeyDown=${press}>
      <div class="row"><h2>${title}</h2><button type="button" class="quiet" onClick=${close}>${t("help.close")}</button></div>
      <div lang="en"><${Later} load=${loadRulebook} part="ChapterOf" app=${app} details=${details} faces=${faces}
        title=${title} /></div>
    </section>`;
}
