/** Preact with templates: what pages and parts are written with. All text in them is escaped by the browser's own DOM. */
import htm from "../vendor/htm.mjs";
import { useEffect, useState } from "../vendor/hooks.mjs";
import { h } from "../vendor/preact.mjs";
/** @import { Signal } from "../core/signal.js" */

export { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
export { render } from "../vendor/preact.mjs";

export const html = htm.bind(h);

/** @template T @param {Signal<T>} signal @returns {T} its value; what uses it is drawn again when that changes */
export function useSignal(signal) {
  const [value, setValue] = useState(signal.value);
  useEffect(() => {
    setValue(signal.value);
    return signal.listen(setValue);
  }, [signal]);
  return value;
}

/** @param {() => Promise<unknown>} ask @param {unknown[]} inputs @returns {any} what was asked for; undefined until it came */
export function useAnswer(ask, inputs) {
  const [answer, setAnswer] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    let isWanted = true;
    setAnswer(undefined);
    ask().then((told) => isWanted && setAnswer(told), (error) => isWanted && setAnswer({ problem: error.message }));
    return () => void (isWanted = false);
  }, inputs);
  return answer;
}
