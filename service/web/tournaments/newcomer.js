/** A form that names who is to take part: a player, bots of a level, a program's account, a team. */
import { spoken } from "../core/settings.js";
import { ChoiceField, Form, TextField } from "../parts/form.js";
import { html, useState } from "../parts/html.js";
/** @import { TournamentFacts } from "../types" */

const LEVELS = ["novice", "regular", "expert"]; // what the API calls levels of bots

/** @param {{facts: TournamentFacts, label: string, send: (body: unknown) => Promise<unknown>}} about */
export function Newcomer({ facts, label, send }) {
  /** @type {string[]} */
  const taken = facts.settings.entrants.kinds;
  const [kind, setKind] = useState(taken.includes("bot") ? "bot" : taken[0] ?? "player");
  const [level, setLevel] = useState("regular");
  const [ids, setIds] = useState("");
  const [name, setName] = useState("");
  const go = async () => {
    const members = kind === "bot" ? [`bot:${level}`] : ids.split(/[\s,]+/).filter(Boolean);
    await send({ kind, members, ...(kind === "player" || name.trim() === "" ? {} : { name: name.trim() }) });
    setIds("");
    setName("");
  };
  return html`
    <${Form} label=${label} kind="plain" send=${go}>
      <${ChoiceField} label="Who" value=${kind} set=${setKind} choices=${taken.map((one) => [one, spoken(one)])} />
      ${kind === "bot"
        ? html`<${ChoiceField} label="Level" value=${level} set=${setLevel} choices=${LEVELS.map((one) => [one, one])} />`
        : html`<${TextField}
            label=${kind === "team" ? "Ids of players, or bot:regular, with spaces between" : "Id of the account"}
            value=${ids} set=${setIds} required autocomplete="off" spellcheck=${false} />`}
      ${kind !== "player" && html`<${TextField} label="Name" value=${name} set=${setName} maxlength="80" autocomplete="off"
        placeholder="or leave it empty" />`}
    <//>`;
}
