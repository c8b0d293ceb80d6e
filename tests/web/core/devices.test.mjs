import assert from "node:assert/strict";
import test from "node:test";
import { deviceName, drawnSquares, isSignInCode, signInCodeIn, signInLink } from "../../../service/web/core/devices.js";
import { encodeQR } from "../../../service/web/vendor/qr.mjs";

for (const [agent, name] of [
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Mac"],
  ["", "A browser"],
]) test(`a device is called what people call it: ${name}`, () => assert.equal(deviceName(agent), name));

test("a sign-in code is told from a recovery code by its length, however it is typed", () => {
  for (const code of ["k3fp-7q2m-xw5d", "K3FP7Q2MXW5D", " k3fp 7q2m xw5d "]) assert.ok(isSignInCode(code), code);
  for (const text of ["k3fp-7q2m-xw5d-6hzt-b4ra-n2ye", "k3fp-7q2m-xw5", ""]) assert.ok(!isSignInCode(text), text);
});

test("a link has the code where no server sees it", () => {
  const link = new URL(signInLink("https://fairdeal.example", "k3fp-7q2m-xw5d"));
  assert.equal(link.pathname + link.search, "/account");
  assert.equal(signInCodeIn(link.hash), "k3fp-7q2m-xw5d");
  assert.equal(signInCodeIn("#join=k3fp"), null);
});

test("a QR code is drawn with its dark squares and a free border", () => {
  const rows = encodeQR("https://fairdeal.example/account#sign-in=k3fp-7q2m-xw5d", "raw", { border: 4 });
  const drawn = drawnSquares(rows);
  const squares = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(squares.length, rows.flat().filter(Boolean).length);
  assert.equal(squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(""), drawn);
  assert.ok(squares.every(([x, y]) => rows[y][x] && Math.min(x, y) >= 4 && Math.max(x, y) < rows.length - 4));
});
