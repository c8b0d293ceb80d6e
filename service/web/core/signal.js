/** A value that tells when it changes. */

/** @template T */
export class Signal {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** @param {(value: T) => void} listener @returns {() => void} what ends it */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
