/** Who of the others at a table has gone, and for how long. */
import { Company, othersAt } from "../core/company.js";
import { t } from "../core/words.js";
import { html, useEffect, useFollowed, useMemo, useRef, useSignal, useState } from "./html.js";
import { nameOf } from "./kit.js";
/** @import { Api } from "../core/api.js" */
/** @import { App } from "../core/app.js" */
/** @import { Gone } from "../core/company.js" */
/** @import { Seat, View } from "../types" */

const TICK = 5000; // milliseconds between two looks at the clock

/** @type {Gone} */
export const NOBODY = new Map();

/** @param {App} app @param {View} view @returns {Gone} the others who are away; who cannot see it is told */
export function useAway(app, view) {
  const shown = useRef(view);
  shown.current = view;
  const players = othersAt(view);
  const company = useMemo(() => new Company(app.api, players, (player, isAway) => {
    const seat = shown.current.seats.findIndex((one) => one.player === player);
    if (seat < 0) return;
    const name = nameOf(shown.current, seat);
    app.say(isAway ? t("talk.is_away", { name }) : t("talk.is_back", { name }));
  }), [players]);
  useFollowed(company, []);
  return useSignal(company.away);
}

/** @param {Gone} away @param {Seat} seat @returns {number | null} since when its player has been away; null: that is not so */
export const awaySince = (away, { player }) => (player === null ? null : away.get(player) ?? null);

/** Says that the player of a seat is not there. @param {{api: Api, since: number}} about `since`: 0 where nobody knows */
export function Away({ api, since }) {
  const [now, setNow] = useState(api.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(api.now()), TICK);
    return () => clearInterval(ticking);
  }, []);
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  const text = since === 0 ? t("talk.away") : seconds < 120 ? t("talk.away_seconds", { seconds })
    : t("talk.away_minutes", { minutes: Math.floor(seconds / 60) });
  return html`<span class="badge absent">${text}</span>`;
}
