import assert from "node:assert/strict";
import test from "node:test";
import { askedIn, isWayBack, powersText, returnText, SCOPES, userCodeIn } from "../../../service/web/core/apps.js";

test("each scope is said in words, and read says that hidden cards are seen", () => {
  assert.equal(SCOPES.length, 6);
  assert.match(powersText(["read"]), /your hidden cards/);
  assert.equal(powersText(["tables", "account"]), "May open tables and invite others; change your name and preferences.");
});

for (const [address, words] of [
  ["https://app.example/signed-in", "app.example"],
  ["https://fairdeal.example@evil.example/", "evil.example"],
  ["http://127.0.0.1:5173/back", "a program on this computer (127.0.0.1:5173)"],
  ["com.example.app:/signed-in", "the app on this device that opens com.example.app:"],
  ["no address", "no address"],
]) test(`people read where an answer leads: ${words}`, () => assert.equal(returnText(address), words));

test("the page leaves for apps alone, and runs nothing that is given as an address", () => {
  for (const good of ["https://app.example/?code=1", "http://127.0.0.1:81/", "http://[::1]/", "http://localhost/", "com.example.app:/x"]) {
    assert.ok(isWayBack(good), good);
  }
  for (const bad of ["javascript:alert(1)", "data:text/html,a", "blob:https://a.example/1", "http://app.example/", "file:///a", "about:blank", "", "/account"]) {
    assert.ok(!isWayBack(bad), bad);
  }
});

test("an answer repeats what the app asked, and nothing else that stood in the address", () => {
  assert.deepEqual(askedIn("?client_id=app_1&state=a%20b&scope=read+play&allow=true&token=x"),
    { client_id: "app_1", state: "a b", scope: "read play" });
  assert.equal(userCodeIn("?user_code=BCDF-GHJK"), "BCDF-GHJK");
  assert.equal(userCodeIn(""), "");
});
