import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, InvalidRequest, NoAnswer, NotAllowed, NotFound, NotSignedIn, Refused, StaleView, TooMany, Unavailable } from "../../../clients/typescript/index.js";
import { given, json, lost, problem } from "./given.mjs";

const soon = { "Retry-After": "0" };
const ACT = "/v1/tables/{table_id}/actions";
const act = (client, type = "pass") => client.post(ACT, { path: { table_id: "t1" }, body: { type } });

test("a command is sent with the same key and body until an answer comes whole", async () => {
  const cut = () => new Response('{"receipt": {', { headers: { "Content-Type": "application/json" } });
  const { client, asked } = given([lost, () => problem(503, "service/unknown", {}, soon), cut, () => json({ receipt: 1 })], { token: "fdp_1" });
  assert.deepEqual(await act(client), { receipt: 1 });
  assert.equal(asked.length, 4);
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  for (const { method, path, body, headers } of asked) {
    assert.deepEqual([method, path, body], ["POST", "/v1/tables/t1/actions", '{"type":"pass"}']);
    assert.equal(headers.Authorization, "Bearer fdp_1");
  }
});

test("two commands have two keys", async () => {
  const { client, asked } = given([() => json({})]);
  await act(client);
  await act(client);
  assert.notEqual(asked[0].headers["Idempotency-Key"], asked[1].headers["Idempotency-Key"]);
});

test("what takes no key is not repeated after its answer was lost, but where nothing was done", async () => {
  const gone = given([lost, () => json({})]);
  await assert.rejects(gone.client.post("/v1/players", { body: {} }), NoAnswer);
  const bad = given([() => new Response("<h1>Bad gateway</h1>", { status: 502 }), () => json({})]);
  await assert.rejects(bad.client.post("/v1/players", { body: {} }), Unavailable);
  assert.deepEqual([gone.asked.length, bad.asked.length], [1, 1]);
  assert.equal(gone.asked[0].headers["Idempotency-Key"], undefined);
  const busy = given([() => problem(503, "http/store_away", {}, soon), () => json({ token: "t" })]);
  assert.deepEqual(await busy.client.post("/v1/players", { body: {} }), { token: "t" });
});

test("a command without settings has a body, and names in paths and queries are written safely", async () => {
  const { client, asked } = given([() => json({})]);
  await client.post("/v1/tables/{table_id}/start", { path: { table_id: "t1" } });
  await client.get("/v1/games/{game}", { path: { game: "a/b?" } });
  await client.get("/v1/tables", { query: { game: "boon", limit: 5, cursor: undefined } });
  assert.equal(asked[0].body, "{}");
  assert.deepEqual(asked.slice(1).map(({ path }) => path), ["/v1/games/a%2Fb%3F", "/v1/tables?game=boon&limit=5"]);
});

test("a refusal is an exception of its kind, with code, rule and advice", async () => {
  const kinds = { 400: InvalidRequest, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Refused, 412: StaleView, 422: InvalidRequest, 500: Unavailable };
  for (const [status, kind] of Object.entries(kinds)) {
    const { client, asked } = given([() => problem(Number(status), "boon/must_follow", { rule: "5", legal: [] })]);
    await assert.rejects(act(client), (error) => {
      assert.ok(error instanceof kind && error instanceof ApiError, `${status}`);
      assert.deepEqual([error.status, error.code, error.rule, error.advice], [Number(status), "boon/must_follow", "5", "That can't be"]);
      assert.deepEqual(error.problem.legal, []);
      assert.equal(error.message, "boon/must_follow: That can't be (rule 5)");
      return true;
    });
    assert.equal(asked.length, 1);
  }
});

test("a limit is waited for within the patience, and told at once beyond it", async () => {
  const short = given([() => problem(429, "http/too_many", {}, soon), () => json({})]);
  await act(short.client);
  assert.equal(short.asked.length, 2);
  const long = given([() => problem(429, "http/too_many", { limit: "seats" }, { "Retry-After": "3600" })]);
  await assert.rejects(act(long.client), (error) => error instanceof TooMany && error.retryAfter === 3_600_000);
});

test("a server that is away for longer than the patience is told", async () => {
  const { client, asked } = given([lost], { patience: 1000 });
  await assert.rejects(client.get("/v1/games"), NoAnswer);
  assert.ok(asked.length > 1);
});

test("an access token that has ended is renewed once, however many requests find it out, and kept before it is used", async () => {
  const kept = [];
  const answer = ({ url, headers, body }) => {
    if (url.endsWith("/oauth/token")) {
      assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), { grant_type: "refresh_token", refresh_token: "fdr_1", client_id: "app_1" });
      return json({ access_token: "fda_2", refresh_token: "fdr_2", scope: "read" });
    }
    if (headers.Authorization === "Bearer fda_1") return problem(401, "http/unauthorized");
    assert.deepEqual(kept.at(-1)?.accessToken, "fda_2");
    return json({ player: "p1" });
  };
  const tokens = { accessToken: "fda_1", refreshToken: "fdr_1", clientId: "app_1", scope: "read play" };
  const { client, asked } = given([answer], { tokens, keepTokens: (one) => void kept.push(one) });
  await Promise.all([client.get("/v1/players/me"), client.get("/v1/players/me"), client.get("/v1/players/me")]);
  assert.equal(asked.filter(({ path }) => path === "/oauth/token").length, 1);
  assert.deepEqual(kept, [{ accessToken: "fda_2", refreshToken: "fdr_2", clientId: "app_1", scope: "read" }]);
});

test("a renewed token that is refused too is told, not renewed for ever", async () => {
  const answer = ({ url }) => url.endsWith("/oauth/token") ? json({ access_token: "fda_2" }) : problem(401, "http/unauthorized");
  const tokens = { accessToken: "fda_1", refreshToken: "fdr_1", clientId: "app_1", scope: "" };
  const { client, asked } = given([answer], { tokens });
  await assert.rejects(client.get("/v1/players/me"), NotSignedIn);
  assert.equal(asked.length, 3);
});
