/** A text as a QR code, for the camera of another device. */
import { drawnSquares } from "../core/devices.js";
import { html, useAnswer } from "./html.js";

const BORDER = 4; // squares that the standard wants to stay free around a code

/** @param {string} text @returns {Promise<boolean[][]>} its squares; the encoder is loaded when it is needed first */
const squaresOf = (text) => import("../vendor/qr.mjs").then(({ encodeQR }) => encodeQR(text, "raw", { border: BORDER }));

/** @param {{text: string, label: string}} about */
export function QrCode({ text, label }) {
  const rows = useAnswer(() => squaresOf(text), [text]);
  if (!Array.isArray(rows)) return null; // the text beside it says the same
  return html`
    <svg class="qr" viewBox=${`0 0 ${rows.length} ${rows.length}`} role="img" aria-label=${label} shape-rendering="crispEdges">
      <rect width=${rows.length} height=${rows.length} fill="#fff" /><path d=${drawnSquares(rows)} fill="#000" /></svg>`;
}
