/** Preact with templates: what pages and parts are written with. All text in them is escaped by the browser's own DOM. */
import { useEffect, useState } from "../vendor/hooks.mjs";
import htm from "../vendor/htm.mjs";
import { h } from "../vendor/preact.mjs";
/** @import { Signal } from "../core/state.js" */

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

/**
 * @param {() => Promise<unknown>} ask @param {unknown[]} inputs
 * @returns {any} what was asked for last; it stays until the next is there
 */
export function useKept(ask, inputs) {
  const [kept, setKept] = useState(/** @type {any} */ (undefined));
  const answer = useAnswer(ask, inputs);
  useEffect(() => {
    if (answer !== undefined) setKept(answer);
  }, [answer]);
  return answer ?? kept;
}

/**
 * Follow something as long as it is shown; a hidden page gives it up, since a browser has few connections for all its tabs.
 * @param {{start: () => Promise<void>, stop: () => void}} live @param {unknown[]} inputs
 */
export function useFollowed(live, inputs) {
  useEffect(() => {
    void live.start();
    const look = () => (document.hidden ? live.stop() : void live.start());
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      live.stop();
    };
  }, [live, ...inputs]);
}
