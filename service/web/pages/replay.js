/** Any moment of a table again; a hand is disputed from the moment in question. */
import { Moments } from "../core/replay.js";
import { DisputeHere } from "../parts/disputing.js";
import { html, useAnswer, useMemo } from "../parts/html.js";
import { Replay } from "../parts/replaying.js";
import { Verdict } from "../parts/verdict.js";
/** @import { App } from "../core/app.js" */

/** @param {{app: App, which: string}} about */
export function ReplayPage({ app, which }) {
  const moments = useMemo(() => new Moments(app.api, which), [which]);
  const told = useAnswer(async () => {
    const now = await app.api.read(`/tables/${which}/view`);
    const [details, { hands }] = await Promise.all([app.game(now.game), app.api.read(`/tables/${which}/hands?limit=1000`)]);
    return { now, details, hands };
  }, [which]);
  if (told === undefined) return html`<p class="hint" role="status">The table is coming …</p>`;
  if (told.problem !== undefined) {
    return html`<section class="panel"><h1>Replay</h1><p class="problem" role="alert">${told.problem}</p></section>`;
  }
  const { now, details, hands } = told;
  const isOpen = now.phase === "closed" && now.reveal !== "auditors";
  return html`
    <${Replay} app=${app} now=${now} details=${details} hands=${hands} moments=${moments} isOpen=${isOpen}
      beside=${(/** @type {{n: number, hand: number}} */ { n, hand }) => html`
        <${Verdict} app=${app} table=${which} />
        <${DisputeHere} app=${app} table=${which} n=${n} hand=${hand} />
        <p class="row"><a href=${`/tables/${which}`} data-page>To the table</a>
          <a href="/replay" data-page>Replay a log file</a></p>`} />`;
}
