/** What the API says, by the names of openapi.yaml, and how its operations are typed. */
import type { components, paths } from "./api.js";

export type { components, operations, paths } from "./api.js";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];
export type View = Schemas["View"];
export type Action = Schemas["Action"];
export type Event = Schemas["Event"];
export type NewTable = Schemas["NewTable"];
export type NewSeat = Schemas["NewSeat"];
export type NewQuickSeat = Schemas["QuickSeat"];
export type Receipt = Schemas["Receipt"];
export type Registered = Schemas["Registered"];
export type Me = Schemas["Me"];
export type AccountMessage = Schemas["AccountMessage"];

export type Method = "get" | "put" | "post" | "delete" | "patch";
/** The paths that have an operation of a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [one in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [one in M]: infer O } ? O : never;
type Text = `text/${string}` | "application/jsonl" | "application/x-ndjson" | "image/svg+xml";
type Content<R> = R extends { content: { "application/json": infer T } }
  ? T
  : R extends { content?: never } ? null : R extends { content: infer C } ? (keyof C extends Text ? string : Uint8Array) : never;
/** What an operation answers. */
export type AnswerOf<P extends keyof paths, M extends Method> = Operation<P, M> extends { responses: infer R }
  ? Content<R[keyof R & (200 | 201 | 204)]>
  : never;

type Given<O, Name extends "path" | "query"> = O extends { parameters: { [one in Name]: infer T } }
  ? { [one in Name]: T }
  : O extends { parameters: { [one in Name]?: infer T } } ? { [one in Name]?: NonNullable<T> } : {};
type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: C extends { "application/json": infer T } ? T : string | Uint8Array }
  : O extends { requestBody?: { content: { "application/json": infer T } } } ? { body?: T } : { body?: unknown };
/** What an operation is given. */
export type Arguments<P extends keyof paths, M extends Method> = Given<Operation<P, M>, "path"> &
  Given<Operation<P, M>, "query"> &
  Body<Operation<P, M>> & { headers?: Record<string, string>; signal?: AbortSignal };
type More<P extends keyof paths, M extends Method> = {} extends Arguments<P, M>
  ? [more?: Arguments<P, M>]
  : [more: Arguments<P, M>];
/** Asks for an operation: `client.get("/v1/games/{game}", { path: { game: "boon" } })`. */
export type Caller<M extends Method> = <P extends PathOf<M>>(path: P, ...more: More<P, M>) => Promise<AnswerOf<P, M>>;

/** Where a client keeps what must outlast the process: `localStorage` will do. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What an app holds of a grant. Keep all of it: `refreshToken` changes with each renewal. */
export type Tokens = { accessToken: string; refreshToken: string | null; clientId: string; scope: string };

export type ClientOptions = {
  /** The account's own token, or a personal access token. */
  token?: string | null;
  /** Tokens of a grant, which are renewed when the access token ends. */
  tokens?: Tokens | null;
  /** Stores the tokens of a grant whenever they change. */
  keepTokens?: (tokens: Tokens) => void | Promise<void>;
  /** Check receipts, the chain of events, entropy and the deal as play goes on; throw `Lie` at the first lie. */
  verify?: boolean;
  /** Keeps keys, entropy and receipts for `verify`; without it they end with the process. */
  store?: Store;
  /** Milliseconds for which a request is repeated while the server is away or busy; 60,000 by default. */
  patience?: number;
  /** false: ask for waiting reads alone, where streams do not come through. */
  streams?: boolean;
  /** Another fetch, for tests and proxies. */
  fetch?: typeof fetch;
};

/** What is played: a new table, of which bots take the other seats, or a table that is there. */
export type PlaySettings =
  | (Omit<Partial<NewTable>, "game"> & { game: NewTable["game"]; bots?: "novice" | "regular" | "expert" })
  | { table: string; joinCode?: string };

/** A program that plays: it chooses one of `view.choices`, or any other legal action. */
export interface Bot {
  choose(view: View): Action | Promise<Action>;
}

/** What the checks of a finished table have found. */
export type Verdict = {
  /** `excused`: the server has published that it may have lost something that it signed. */
  verdict: "good" | "excused";
  /** Shuffles that were dealt again. */
  shuffles: number;
  /** Receipts of one's own that agree with the log. */
  receipts: number;
  /** Whether one's own entropy is in the deals. */
  ownEntropy: boolean;
  /** The size of the signed tree in which the table's end stands; null: the server has shown no proof. */
  treeSize: number | null;
  /** Events by which this account did what was not sent from here: none, unless it plays elsewhere too. */
  foreign: number[];
  /** What could not be checked. */
  unchecked: string[];
};
