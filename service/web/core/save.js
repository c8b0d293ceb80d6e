/** Files that the page makes. */

/** @param {string} name @param {string} text let the browser save a file */
export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when the browser has read it
}
