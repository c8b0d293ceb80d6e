/** Long work in short slices, so that the page answers meanwhile. Not in a Worker: those would need a policy of trusted types. */

const SLICE = 10; // milliseconds

/** @returns {Promise<void>} when the browser has done what waited; timers of hidden pages wait for a second */
const nextTurn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/**
 * @template T @param {Generator<number, T>} steps @param {(share: number) => void} tell which part is done
 * @param {{now?: () => number, rest?: () => Promise<void>}} [world] another one in tests
 * @returns {Promise<T>} what the steps come to
 */
export async function inSlices(steps, tell, { now = () => performance.now(), rest = nextTurn } = {}) {
  for (;;) {
    const until = now() + SLICE;
    let step = steps.next();
    while (!step.done && now() < until) step = steps.next();
    if (step.done) return step.value;
    tell(step.value);
    await rest();
  }
}
