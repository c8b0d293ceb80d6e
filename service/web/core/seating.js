/** Who sits where when a table is drawn: the viewer below, all others round the table, clockwise. */
/** @import { Seat, View } from "../types" */

/** @typedef {{left: Seat[], top: Seat[], right: Seat[], own: Seat[]}} Sides */

/** @param {{seats: Seat[], seat: number | null}} view @returns {Seat[]} clockwise, the viewer's own last */
export function around({ seats, seat }) {
  const first = seat === null ? 0 : seat + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** @param {{seats: Seat[], seat: number | null}} view @returns {Sides} the sides of the table, each clockwise */
export function sidesOf(view) {
  const all = around(view);
  const own = view.seat === null ? [] : all.splice(-1);
  const beside = all.length === 2 ? 1 : Math.floor(all.length / 3);
  return {
    own, left: all.slice(0, beside), top: all.slice(beside, all.length - beside), right: all.slice(all.length - beside),
  };
}

/**
 * @param {{seats: Seat[], seat: number | null}} view @param {number} seat
 * @returns {number} degrees, clockwise from the right, at which a seat sits; the viewer at 90, which is left free for who watches
 */
export function angleOf(view, seat) {
  const places = view.seats.length + (view.seat === null ? 1 : 0);
  const step = around(view).findIndex((one) => one.seat === seat) + 1;
  return Math.round(90 + (360 * step) / places) % 360;
}
