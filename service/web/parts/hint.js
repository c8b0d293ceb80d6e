/** A hint at one's turn, where one plays alone against bots: what the strongest bot would play, and why. */
import { Lost, Refused } from "../core/api.js";
import { askForHint, givesHints } from "../core/hints.js";
import { rich, t } from "../core/words.js";
import { greyed, html, useEffect, useState } from "./html.js";
import { Text } from "./kit.js";
/** @import { LiveTable } from "../core/table.js" */
/** @import { Action, Hint, View } from "../types" */
/** @import { Faces } from "./kit.js" */

/**
 * @param {{live: LiveTable, view: View, faces: Faces, isSending: boolean, act: (action: Action) => void}} about
 */
export function HintButton({ live, view, faces, isSending, act }) {
  const [wanted, setWanted] = useState(0); // the event behind which a hint is wanted
  const [found, setFound] = useState(/** @type {{n: number, hint: Hint | null} | null} */ (null));
  const isWanted = wanted === view.n;
  useEffect(() => {
    if (!isWanted) return;
    const waiting = new AbortController();
    askForHint(live.api, live.id, waiting.signal).then((hint) => setFound({ n: view.n, hint }), (error) => {
      if (waiting.signal.aborted) return;
      setWanted(0);
      if (error instanceof Refused || error instanceof Lost) live.refuse(error);
      else throw error;
    });
    return () => waiting.abort();
  }, [view.n, isWanted]);
  if (!givesHints(view)) return null;
  if (!isWanted) {
    return html`
      <p><button type="button" class="quiet ask-hint" onClick=${() => setWanted(view.n)}>${t("table.hint")}</button></p>`;
  }
  if (found === null || found.n !== view.n) return html`<p class="hint" role="status">${t("table.hint_soon")}</p>`;
  if (found.hint === null) return html`<p class="hint" role="status">${t("table.hint_none")}</p>`;
  const { action, text, why } = found.hint;
  return html`
    <div class="given-hint" role="status">
      <p><b>${rich("table.hint_is", { move: html`<${Text} text=${text} view=${view} faces=${faces} />` })}</b></p>
      ${why.map((line) => html`<p class="hint" key=${line}><${Text} text=${line} view=${view} faces=${faces} />.</p>`)}
    </div>
    <p><button type="button" class="quiet" ...${greyed(isSending)} onClick=${() => act(action)}>
      ${t("table.hint_play")}</button></p>`;
}
