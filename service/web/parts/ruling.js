/** How an auditor rules. */
import { pointsOf, REMEDIES } from "../core/replay.js";
import { ChoiceField, Form, LongField, TextField } from "./form.js";
import { html, useState } from "./html.js";
import { nameOf } from "./text.js";
/** @import { App } from "../core/app.js" */
/** @import { TableFacts } from "../types" */

/** @param {{app: App, path: string, table: TableFacts, again: () => void}} about */
export function RulingForm({ app, path, table, again }) {
  const [verdict, setVerdict] = useState("dismissed");
  const [remedy, setRemedy] = useState("none");
  const [points, setPoints] = useState(table.seats.map(() => ""));
  const [reason, setReason] = useState("");
  const follows = verdict === "dismissed" ? "none" : remedy;
  const rule = async () => {
    await app.api.send("POST", `${path}/ruling`, { verdict, remedy: follows, points: pointsOf(points, follows), reason });
    again();
  };
  /** @param {number} seat @param {string} value */
  const set = (seat, value) => setPoints(points.map((one, at) => (at === seat ? value : one)));
  return html`
    <section class="panel"><h2>Rule</h2>
      <p class="hint">A dispute is ruled once, and nothing that was written is changed: the ruling is one more event.</p>
      <${Form} label="Rule so" send=${rule}>
        <${ChoiceField} label="Verdict" value=${verdict} set=${setVerdict}
          choices=${[["dismissed", "dismissed: nothing went wrong"], ["upheld", "upheld: something went wrong"]]} />
        ${verdict === "upheld" && html`
          <${ChoiceField} label="What follows" value=${remedy} set=${setRemedy} choices=${REMEDIES} />`}
        ${follows === "points_adjusted" && html`<div class="columns">${table.seats.map(({ seat }) => html`
          <${TextField} key=${seat} label=${`Points of ${nameOf(table, seat)}`} value=${points[seat] ?? ""} type="number" step="1"
            placeholder="0" set=${(/** @type {string} */ value) => set(seat, value)} />`)}</div>`}
        <${LongField} label="Why" value=${reason} set=${setReason} required maxlength="2000" />
      <//>
    </section>`;
}
