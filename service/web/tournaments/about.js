/** What a tournament is, by which rules, what makes it fair, and how to check that afterwards. */
import { countsText, dealsText, entryText, formatText, gameText, spoken, titleOf } from "../core/settings.js";
import { many } from "../core/texts.js";
import { html, useAnswer, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournament.js" */

/** @param {AtTournament} at */
export function About(at) {
  const { settings, opened_at, director, directors } = at.facts;
  const details = useAnswer(() => Promise.all(settings.games.map(({ game }) => at.app.game(game))), [at.facts.id]);
  const { late, late_tables, void: voided } = settings.policies;
  return html`
    <dl class="about">
      <dt>Who meets whom</dt><dd>${formatText(settings)}</dd>
      ${settings.games.map((game, number) => html`
        <dt key=${number}>${settings.games.length > 1 ? `Game ${number + 1}` : "Game"}</dt>
        <dd>${titleOf(game.game, at.games)}, rules version ${game.rules}:
          ${" "}${gameText(game, details?.[number]?.options ?? [])}</dd>`)}
      <dt>What counts</dt><dd>${countsText(settings)}</dd>
      <dt>Who may enter</dt><dd>${entryText(settings)}</dd>
      <dt>Who is late</dt><dd>${late === "keep" ? "Stays in"
        : `Is withdrawn after more than ${many(late_tables, "table")} at which they never acted`}.
        A table that counts nothing ${voided === "replay" ? "is played again with other deals" : "is not played again"}.</dd>
      <dt>Deals</dt><dd>${dealsText(settings)}</dd>
      <dt>Opened</dt><dd>${new Date(opened_at).toLocaleString()}</dd>
      <dt>Directors</dt><dd>${[director, ...directors].map((one) => html`
        <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</dd>
      <dt>Id</dt><dd><code>${at.facts.id}</code></dd>
    </dl>
    <${Fairness} ...${at} />
    <${Files} ...${at} />`;
}

/** @param {AtTournament} at */
function Fairness({ facts, entrants }) {
  const promised = entrants.filter(({ committed }) => committed).length;
  const revealed = entrants.filter(({ entropy }) => entropy !== null).length;
  const isDrawn = facts.started_at !== null;
  return html`
    <h3>What makes it fair</h3>
    <ul class="points">
      <li>The secret of all deals was sealed in the first event of the log, before anybody had entered${
        facts.secret === null ? "; it opens when the tournament is closed and no deal of it is played any more"
          : ", and is open now"}.
        ${" "}${facts.secret !== null && html`<code>${facts.secret}</code>`}</li>
      <li>${promised} of ${entrants.length} entrants promised a share of their own before any was known${
        isDrawn ? `; ${revealed} were revealed, ${promised - revealed} withheld` : `, ${revealed} are revealed`}.
        ${promised === 0 ? " Without one, the deals rest on the server's secret alone." : ""}</li>
      <li>${facts.settings.beacon === null
        ? "No public beacon has a part in the deals: once it has started, whoever runs the server could compute them ahead."
        : "A public beacon has a part in each deal, of a round that nobody knew when it was planned."}</li>
      <li>Nobody is told what a table has brought while its deals are played elsewhere; who directs sees no hidden card.</li>
      <li>Newest event ${facts.n}, head of the log <code>${facts.head}</code>. Two who compare it have seen one history.</li>
    </ul>`;
}

/** @param {AtTournament} at */
function Files({ live, facts: { id, secret, why } }) {
  const command = `curl -s ${location.origin}/v1${live.path}/export -o ${id}.zip
curl -s ${location.origin}/v1/keys -o keys.json
fairdeal verify ${id}.zip --key keys.json`;
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(command).then(() => setCopied(true), () => {});
  return html`
    <h3>Check it yourself</h3>
    ${secret === null
      ? html`<p class="hint">When it is closed and all its tables are, all of it can be taken in one file, and checked.</p>`
      : html`<p class="hint">The export has every log, and the results; all of it is computed again, pairings and places too.</p>
        <pre class="copied" tabindex="0">${command}</pre>`}
    <div class="row">
      ${secret !== null && "clipboard" in navigator && html`
        <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy the commands"}</button>`}
      ${secret !== null && html`<a class="button" href=${`/v1${live.path}/export`} download=${`${id}.zip`}>All of it (zip)</a>`}
      <a class="button" href=${`/v1${live.path}/log`} download=${`${id}.jsonl`}>The log of the tournament</a>
      <a class="button" href=${`/tournaments/open#like=${id}`}>Open another one like it</a>
    </div>
    ${why !== null && html`<p class="hint">Ended: ${spoken(why)}.</p>`}`;
}
