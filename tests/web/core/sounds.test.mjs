import assert from "node:assert/strict";
import { test } from "node:test";

import { Sounds, soundOfStep, soundOfView } from "../../../service/web/core/sounds.js";
import { Memory, pageStore } from "../../../service/web/core/state.js";

const round = (deeds, winner = null) => ({ name: "Trick", deeds: Array.from({ length: deeds }, (_, seat) => ({ seat })), winner });
const step = (kind, current, previous = null, table = "t") => ({ kind, line: null, view: { table, board: { current, previous } } });

test("a card that is played and a trick that is over are heard, and nothing else that is shown", () => {
  const lead = step("deed", round(1)), second = step("deed", round(2));
  assert.equal(soundOfStep(null, lead), null, "who comes to a table has heard nothing");
  assert.equal(soundOfStep(lead, second), "card");
  assert.equal(soundOfStep(second, second), null);
  assert.equal(soundOfStep(second, step("finished", null, round(3, 1))), "trick");
  assert.equal(soundOfStep(second, step("deed", round(0), round(3, 1))), "trick", "where all is shown at once");
  assert.equal(soundOfStep(second, step("said", round(2))), null);
  assert.equal(soundOfStep(second, step("deed", round(1), null, "other")), null);
});

test("one's own turn is heard when it begins, and the end once", () => {
  const view = (to_act, outcome = null, seat = 0) => ({ table: "t", seat, to_act, outcome });
  assert.equal(soundOfView(null, view([0])), null);
  assert.equal(soundOfView(view([1]), view([0])), "turn");
  assert.equal(soundOfView(view([0]), view([0])), null);
  assert.equal(soundOfView(view([1], null, null), view([0], null, null)), null, "who watches has no turn");
  assert.equal(soundOfView(view([0]), view([], {})), "end");
  assert.equal(soundOfView(view([], {}), view([], {})), null);
});

/** A context that notes which notes begin. */
function heard() {
  const notes = [], parameter = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const context = {
    currentTime: 5, state: "running", destination: {},
    createGain: () => ({ gain: parameter(), connect() {} }),
    createOscillator: () => ({ frequency: {}, connect() {}, stop() {}, start(at) { notes.push([this.frequency.value, at]); } }),
  };
  return { notes, context };
}

test("nothing is heard or felt before somebody wants it, and the settings are kept", () => {
  const { notes, context } = heard(), shakes = [], memory = new Memory(pageStore());
  const sounds = new Sounds(memory, () => context, (pattern) => shakes.push(pattern));
  sounds.play("turn");
  assert.deepEqual([notes, shakes], [[], []]);
  sounds.setOn(true);
  assert.equal(notes.length, 2, "so that one hears what was turned on");
  sounds.setVibration(true);
  sounds.play("turn");
  sounds.play("card");
  assert.deepEqual([notes.length, shakes.length], [5, 2]);
  assert.equal(new Sounds(memory, () => context, null).isOn, true);
  sounds.setOn(false);
  sounds.play("end");
  assert.equal(notes.length, 5);
});

test("a device without sound plays as well", () => {
  const sounds = new Sounds(new Memory(pageStore()), () => { throw new Error("no sound"); }, null), { warn } = console;
  console.warn = () => {};
  sounds.setOn(true);
  sounds.play("end");
  console.warn = warn;
});
