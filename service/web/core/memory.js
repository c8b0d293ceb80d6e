/** What this browser keeps: JSON in the origin's own storage, or until the page ends where that is refused. */

const PREFIX = "fairdeal.";

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */

/** @returns {Store} a store that ends with the page */
export function pageStore() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
    key: (at) => [...held.keys()][at] ?? null,
    get length() { return held.size; },
  };
}

/** @returns {Store} the browser's, if it lets us */
export function browserStore() {
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return localStorage;
  } catch {
    return pageStore();
  }
}

export class Memory {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} name @returns {any} what was kept, or null */
  read(name) {
    const text = this.store.getItem(PREFIX + name);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value null forgets it */
  keep(name, value) {
    if (value === null) this.store.removeItem(PREFIX + name);
    else this.store.setItem(PREFIX + name, JSON.stringify(value));
  }

  /** @param {string} begin @returns {string[]} the names that begin so */
  names(begin) {
    const all = Array.from({ length: this.store.length }, (_, at) => this.store.key(at) ?? "");
    return all.filter((name) => name.startsWith(PREFIX + begin)).map((name) => name.slice(PREFIX.length));
  }

  /** Forget all. @param {string} [but] what begins so */
  clear(but = "") {
    for (const name of this.names("")) if (but === "" || !name.startsWith(but)) this.keep(name, null);
  }
}
