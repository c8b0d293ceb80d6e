/** The OAuth endpoints: forms in, tokens out (RFC 6749, 7009). */
import { pause, sleep } from "../streams/pauses.js";
import { NoAnswer, SignInFailed } from "./errors.js";
/** @import { Tokens } from "../types.js" */
/** @import { Reply } from "./client.js" */

/** @typedef {{url: string, patience: number, exchange: (ready: any) => Promise<Reply>}} Server what requests go through */

/**
 * Send a form until an answer comes.
 * @param {Server} server @param {string} path @param {Record<string, string>} form
 * @returns {Promise<any>} the answer's JSON; SignInFailed for an error
 */
export async function postForm(server, path, form) {
  const end = Date.now() + server.patience;
  const headers = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" };
  const request = { method: "POST", url: server.url + path, headers, body: new URLSearchParams(form).toString(), wait: 0 };
  for (let tries = 0; ; tries++) {
    let wait = pause(tries), failure;
    try {
      const reply = await server.exchange(request), said = jsonOf(reply);
      if (reply.status < 400) return said;
      failure = new SignInFailed(said.error ?? said.code ?? `http/${reply.status}`, said.error_description ?? said.detail);
      if (![429, 502, 503, 504].includes(reply.status)) throw failure;
      wait = 1000 * Number(reply.headers.get("Retry-After") ?? 0) || wait;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      failure = error;
    }
    if (Date.now() + wait > end) throw failure;
    await sleep(wait);
  }
}

/** @param {Reply} reply @returns {any} an empty object where it holds no JSON */
export function jsonOf({ content }) {
  try {
    return JSON.parse(new TextDecoder().decode(content)) ?? {};
  } catch {
    return {};
  }
}

/** @param {any} said what `/oauth/token` answers @param {string} clientId @param {Tokens} [before] @returns {Tokens} */
export function tokensOf({ access_token, refresh_token, scope }, clientId, before) {
  const old = before ?? { refreshToken: null, scope: "" };
  return { accessToken: access_token, refreshToken: refresh_token ?? old.refreshToken, clientId, scope: scope ?? old.scope };
}

/** @param {Server} server @param {Tokens} tokens @returns {Promise<Tokens>} new ones; their first use ends the old ones */
export async function renewedTokens(server, tokens) {
  const { clientId, refreshToken } = tokens;
  if (refreshToken === null) throw new SignInFailed("invalid_grant", "There is no refresh token");
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId };
  return tokensOf(await postForm(server, "/oauth/token", form), clientId, tokens);
}

/** End a grant, with all its tokens. @param {Server} server @param {Tokens} tokens */
export async function revokeToken(server, { accessToken, refreshToken, clientId }) {
  await postForm(server, "/oauth/revoke", { token: refreshToken ?? accessToken, client_id: clientId });
}
