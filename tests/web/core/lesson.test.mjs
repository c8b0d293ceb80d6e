import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { isAlike, Lesson, scenesOf } from "../../../service/web/core/lesson.js";
import { Memory, pageStore } from "../../../service/web/core/state.js";

const memory = () => new Memory(pageStore());
const WEB = new URL("../../../service/web/", import.meta.url);
const GAMES = readdirSync(new URL("lessons/", WEB)).map((name) => name.replace(".json", ""));
const recordedOf = (game) => JSON.parse(readFileSync(new URL(`lessons/${game}.json`, WEB)));
const details = (game) => ({ game, cards: [{ id: "Q-1", name: "Queen" }, { id: "Q-2", name: "Queen" }] });
const lessonOf = (game, kept = memory()) => new Lesson(kept, scenesOf(recordedOf(game)), details(game));

/** Let the others go on until there is a choice again. */
const wait = (lesson) => {
  while (!lesson.isAsking && !lesson.isOver) lesson.step();
};

test("there are five guided hands, each of 8 to 15 choices", () => {
  assert.deepEqual(GAMES.sort(), ["boojum", "boon", "boosh", "bum", "goblin_market"]);
  for (const game of GAMES) {
    const { choices } = lessonOf(game);
    assert.ok(choices >= 8 && choices <= 15, `${game}: ${choices}`);
  }
});

for (const game of GAMES) {
  test(`${game}: the choices that were made lead to the end, and no other one does`, async () => {
    const lesson = lessonOf(game);
    for (wait(lesson); !lesson.isOver; wait(lesson)) {
      const { view, right: [first], choice } = lesson.scene;
      const offered = [...view.choices.actions, ...view.choices.picks.map(({ example }) => example)];
      const wrong = offered.find((one) => !lesson.scene.right.some((right) => isAlike(one, right, lesson.nameOf)));
      if (wrong !== undefined) {
        await lesson.act(wrong);
        assert.deepEqual([lesson.state.value.answer, lesson.scene.choice], ["wrong", choice]);
      }
      await lesson.act(first);
      assert.equal(lesson.state.value.answer, "right");
      assert.equal(lesson.scene.choice, choice + 1);
    }
    assert.equal(lesson.scene.choice, lesson.choices + 1);
    assert.equal(lesson.scene.view.choices, null);
  });

  for (const language of ["en", "de"]) {
    test(`${game}: every choice is told of in ${language}`, async () => {
      const { default: texts } = await import(new URL(`words/${language}/learn_${game}.js`, WEB));
      const choices = Array.from({ length: lessonOf(game).choices }, (_, at) => at + 1);
      const names = ["begin", ...choices.flatMap((choice) => [`${choice}.see`, `${choice}.why`]), "end"];
      assert.deepEqual(Object.keys(texts), names.map((name) => `learn_${game}.${name}`));
    });
  }
}

test("a guided hand is told in German where the page is", () => {
  const [{ view }] = scenesOf(recordedOf("boon"), "de");
  assert.ok(view.choices.texts.some(({ text }) => text === recordedOf("boon").de["Take the Boon"]));
});

test("how far somebody has come is kept", () => {
  const kept = memory(), lesson = lessonOf("boon", kept);
  wait(lesson);
  lesson.show();
  assert.equal(lessonOf("boon", kept).scene.choice, 2);
  assert.equal(lessonOf("boosh", kept).scene.choice, 1);
  lesson.restart();
  assert.equal(lessonOf("boon", kept).scene.choice, 1);
  kept.keep("learn.boon", 1000);
  assert.equal(lessonOf("boon", kept).scene.choice, 1, "a hand that has become shorter begins anew");
});

test("equal cards are taken for each other, in any order", () => {
  const { nameOf } = lessonOf("bum");
  const queens = { type: "play", cards: ["Q-1", "K-1"], declared: null };
  assert.ok(isAlike(queens, { type: "play", cards: ["K-1", "Q-2"] }, nameOf));
  assert.ok(!isAlike(queens, { type: "play", cards: ["K-1", "K-2"] }, nameOf));
});
