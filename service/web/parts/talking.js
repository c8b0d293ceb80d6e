/** A word at the table: twelve phrases to say, what the others say, and whom one does not want to hear. */
import { mayTalk, PHRASES, Talk } from "../core/phrases.js";
import { isText, listText, rich, t } from "../core/words.js";
import { Command, html, useEffect, useMemo, useRef, useSignal } from "./html.js";
import { nameOf, ownNameOf } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { GameDetails, SpokenPhrase, View } from "../types" */

/** @param {{app: App, live: LiveTable, view: View, details: GameDetails}} about */
export function Talking({ app, live, view, details }) {
  const shown = useRef(view);
  shown.current = view;
  const talk = useMemo(() => new Talk(app.api, app.memory, live.id, ({ seat, phrase }) =>
    app.say(t("talk.said", { name: nameOf(shown.current, seat), words: wordsOf(phrase) }))), [live]);
  const isOpen = mayTalk(view), isOver = view.phase === "closed";
  useEffect(() => live.phrase.listen((said) => said !== null && talk.hear(said)), [talk]);
  useEffect(() => {
    const ending = new AbortController();
    if (isOpen && isOver) void talk.linger(ending.signal);
    return () => ending.abort();
  }, [talk, isOpen && isOver]);
  if (!isOpen) return null;
  const isSilent = view.phase === "playing" && !details.about.table_talk;
  return html`
    <details class="talking"><summary>${t("talk.title")}</summary>
      ${isSilent ? html`<p class="hint">${t("talk.silent", { game: details.title })}</p>` : html`
        <div class="row">${PHRASES.map((phrase) => html`
          <${Command} key=${phrase} label=${wordsOf(phrase)} send=${() => talk.say(phrase)} />`)}</div>
        <p class="hint">${t("talk.heard_by")}</p>`}
      <${Muted} talk=${talk} view=${view} />
    </details>
    <${Heard} talk=${talk} view=${view} />`;
}

/** @param {string} phrase @returns {string} in the language of the page; of a newer server as it is */
const wordsOf = (phrase) => (isText(`talk.${phrase}`) ? t(`talk.${phrase}`) : phrase);

/** What was said a moment ago. @param {{talk: Talk, view: View}} about */
function Heard({ talk, view }) {
  const heard = useSignal(talk.heard);
  if (heard.length === 0) return null;
  return html`<ul class="heard">${heard.map((said) => html`
    <${One} key=${said.id} talk=${talk} view=${view} said=${said} />`)}</ul>`;
}

/** @param {{talk: Talk, view: View, said: SpokenPhrase}} about */
function One({ talk, view, said: { seat, player, phrase } }) {
  const name = ownNameOf(view, seat);
  return html`<li><span>${rich("talk.said", { name: html`<bdi>${name}</bdi>`, words: html`<b>${wordsOf(phrase)}</b>` })}</span>
    ${seat !== view.seat && html`<button type="button" aria-label=${t("talk.mute_whom", { name })}
      onClick=${() => talk.mute(player, true)}>${t("talk.mute")}</button>`}</li>`;
}

/** The players at the table whom one does not hear. @param {{talk: Talk, view: View}} about */
function Muted({ talk, view }) {
  const muted = useSignal(talk.muted);
  const here = view.seats.filter(({ player }) => player !== null && muted.includes(player));
  if (here.length === 0) return null;
  return html`<p class="hint">${t("talk.muted", { names: listText(here.map(({ seat }) => nameOf(view, seat))) })}</p>
    <div class="row">${here.map(({ seat, player }) => html`<button key=${seat} type="button"
      onClick=${() => talk.mute(`${player}`, false)}>${t("talk.unmute", { name: nameOf(view, seat) })}</button>`)}</div>`;
}
