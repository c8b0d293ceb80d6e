// A client on the types that openapi-typescript makes from openapi.yaml (api.d.ts).
// The test type-checks it with `tsc --strict`; every `never` below fails where a union is no union.
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type View = Schemas["View"];
type Action = Schemas["Action"];
type Event = Schemas["Event"];
type Problem = Schemas["Problem"];
type Opening = paths["/v1/tables"]["post"]["requestBody"]["content"]["application/json"];
type Acting =
  paths["/v1/tables/{table_id}/actions"]["post"]["requestBody"]["content"]["application/json"];
type Seen =
  paths["/v1/tables/{table_id}/view"]["get"]["responses"]["200"]["content"]["application/json"];

// ---- what the types must be

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<_ extends true>(): void {}

holds<Equal<View["game"], "boojum" | "boon" | "boosh" | "bum" | "goblin_market">>();
holds<Equal<Opening["game"], View["game"]>>();
holds<Equal<Acting, Action>>();
holds<Equal<Seen, View>>();
holds<Equal<string extends Event["type"] ? "any text" : "names", "names">>();
holds<Equal<Extract<Event, { type: "boon.card_played.v1" }>, Schemas["BoonCardPlayedV1"]>>();
holds<Equal<Extract<View, { game: "boosh" }>, Schemas["BooshView"]>>();
holds<Equal<Schemas["BoonAction"]["type"], "take" | "pass" | "bury" | "play">>();
holds<Equal<Schemas["BoonView"]["options"]["victory_cards"], number>>();

// ---- a client

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

async function ask<T>(url: string, token: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    headers["Idempotency-Key"] = crypto.randomUUID();
  }
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const found: unknown = await answer.json();
  if (!answer.ok) throw new Refused(found as Problem);
  return found as T;
}

export async function open(url: string, token: string): Promise<View> {
  const body: Opening = { game: "boon", seats: 3, options: { max_rounds: 2 } };
  const { receipt, view } = await ask<Schemas["AcceptedOpening"]>(`${url}/v1/tables`, token, body);
  const signature: string = receipt.signature;
  if (signature === "") throw new Error("no receipt");
  return view;
}

export async function look(url: string, token: string, seen: View): Promise<View> {
  return ask<View>(`${url}/v1/tables/${seen.table}/view?after=${seen.n}&wait=25`, token);
}

export async function act(url: string, token: string, table: string, action: Action) {
  return ask<Schemas["Accepted"]>(`${url}/v1/tables/${table}/actions`, token, action);
}

function unknown(value: never): never {
  throw new Error(`unknown: ${JSON.stringify(value)}`);
}

/** What to do: a program that knows each game by its types. */
export function chosen(view: View): Action | undefined {
  switch (view.game) {
    case "boojum": {
      if (view.choices === null) return undefined;
      const pick = view.choices.picks[0];
      const claim: Schemas["BoojumAction"] | undefined = pick?.example;
      return claim?.type === "bid" ? { type: "bid", cards: claim.cards } : view.choices.actions[0];
    }
    case "boon": {
      if (view.choices === null) return undefined;
      const [pick] = view.choices.picks;
      if (pick !== undefined) return pick.example;
      const card = view.choices.actions.flatMap((one) => (one.type === "play" ? [one.card] : []))[0];
      return card === undefined ? { type: "pass" } : { type: "play", card };
    }
    case "boosh":
      if (view.play?.phase === "laying_out") return view.choices?.picks[0]?.example;
      return view.choices?.actions.find((one) => one.type === "take") ?? { type: "pass" };
    case "bum":
      return { type: "play", cards: view.play?.cards?.slice(0, 1) ?? [] };
    case "goblin_market": {
      const least = view.play?.auction.least_bid ?? null;
      return least === null ? { type: "pass" } : { type: "bid", coins: least };
    }
    default:
      return unknown(view);
  }
}

/** One line about an event, by its type. */
export function told(event: Event): string {
  switch (event.type) {
    case "table.entropy_closed.v1":
      return `the deals follow from the entropies ${event.data.entropies.join()}`;
    case "boon.card_played.v1":
      return `seat ${event.data.seat} plays ${event.data.card}`;
    case "boon.hand_dealt.v1":
      return Object.values(event.parts)
        .map((part) => part.data.hands?.join(" ") ?? "sealed")
        .join();
    case "table.closed.v1":
      return event.data.places.join();
    default:
      return `${event.n}: ${event.type} by ${event.by}`;
  }
}

/** The messages of an event stream: `view` holds a view, `event` an event. */
export function follow(url: string, table: string, heard: (text: string) => void): EventSource {
  const stream = new EventSource(`${url}/v1/tables/${table}/events`);
  stream.addEventListener("event", (message) => heard(told(JSON.parse(message.data) as Event)));
  stream.addEventListener("view", (message) => {
    const view = JSON.parse(message.data) as View;
    heard(view.outcome === null ? view.notes.join(" ") : view.outcome.places.join());
  });
  return stream;
}

/** Play a table of Boon with two bots; return how it ended. */
export async function play(url: string): Promise<Schemas["Outcome"]> {
  const name = `generated ${crypto.randomUUID().slice(0, 13)}`;
  const { token } = await ask<Schemas["Registered"]>(`${url}/v1/players`, "", { name });
  const { table } = await open(url, token);
  for (const bot of [null, "regular", "regular"]) {
    const seat: Schemas["NewSeat"] = bot === null ? {} : { bot: "regular" };
    await ask<Schemas["Accepted"]>(`${url}/v1/tables/${table}/seats`, token, seat);
  }
  let { view } = await ask<Schemas["Accepted"]>(`${url}/v1/tables/${table}/start`, token, {});
  while (view.outcome === null) {
    const action = chosen(view);
    if (view.choices === null || action === undefined) view = await look(url, token, view);
    else view = (await act(url, token, view.table, action)).view;
  }
  return view.outcome;
}
