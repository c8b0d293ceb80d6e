/** What directors tell everybody: what the tournament is about, and announcements. */
import { momentText } from "../core/texts.js";
import { t } from "../core/words.js";
import { Form, html, LongField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** @param {Pick<AtTournament, "facts">} at */
export function Told({ facts: { description, announcements } }) {
  return html`
    ${description !== null && html`<blockquote dir="auto" data-description>${description}</blockquote>`}
    ${announcements.length > 0 && html`
      <section aria-label=${t("tournaments.announcements")} aria-live="polite"><h2>${t("tournaments.announcements")}</h2>
        ${announcements.map(({ n, at, text }) => html`
          <div key=${n} data-announcement=${n}><p class="hint">${momentText(at)}</p>
            <blockquote dir="auto">${text ?? t("tournaments.text_erased")}</blockquote></div>`)}
      </section>`}`;
}

/** @param {Pick<AtTournament, "live" | "facts">} at */
export function Telling({ live, facts: { description } }) {
  const [news, setNews] = useState("");
  const [text, setText] = useState(description ?? "");
  const announce = async () => {
    await live.command("POST", "/announcements", { text: news });
    setNews("");
  };
  const describe = () => live.command("POST", "/description", { text: text.trim() === "" ? null : text });
  return html`
    <details><summary>${t("tournaments.announce_something")}</summary>
      <${Form} label=${t("tournaments.announce")} kind="plain" send=${announce}>
        <${LongField} label=${t("tournaments.announcement")} value=${news} set=${setNews} required maxlength="500" />
        <p class="hint">${t("tournaments.announcement_means")}</p>
      <//></details>
    <details><summary>${t("tournaments.describe_it")}</summary>
      <${Form} label=${t("tournaments.describe")} kind="plain" send=${describe}>
        <${LongField} label=${t("tournaments.description")} value=${text} set=${setText} maxlength="2000" />
      <//></details>`;
}
