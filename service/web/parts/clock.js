/** A clock that runs. */
import { leftUntil } from "../core/texts.js";
import { html, useEffect, useState } from "./html.js";
/** @import { Api } from "../core/api.js" */

const TICK = 250, SHORT = 10_000; // milliseconds

/** @param {{api: Api, deadline: number | null}} about */
export function Clock({ api, deadline }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (deadline === null) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(ticking);
  }, [deadline]);
  if (deadline === null) return null;
  const there = now + api.ahead.value;
  const left = leftUntil(deadline, there);
  const kind = deadline - there < SHORT ? "clock short" : "clock";
  return html`<span class=${kind} role="timer" aria-label=${`${left} left`}>${left}</span>`;
}
