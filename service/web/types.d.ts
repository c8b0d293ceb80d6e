/** Types of what the API says, by the names of openapi.yaml; of games only what all have in common. */
import type { components } from "#api";

type Schemas = components["schemas"];

export type Problem = Schemas["Problem"];
export type Me = Schemas["Me"];
export type Registered = Schemas["Registered"];
export type Game = Schemas["GameSummary"];
export type GameDetails = Schemas["GameDetails"];
export type CardFace = Schemas["CardFace"];
export type SuitFace = Schemas["SuitFace"];
export type OptionForm = Schemas["OptionForm"];
export type LobbyTable = Schemas["LobbyTable"];
export type LobbyMessage = Schemas["LobbyMessage"];
export type AccountMessage = Schemas["AccountMessage"];
export type ListedTable = Schemas["ListedTable"];
export type StoryLine = Schemas["StoryLine"];
export type Seat = Schemas["TableSeat"];
export type Pile = Schemas["Pile"];
export type Round = Schemas["BoardRound"];
export type Receipt = Schemas["Receipt"];
export type StartReceipts = Schemas["StartReceipts"];
export type Fairness = Schemas["TableFairness"];
/** An event as `/events` tells it, of any type. */
export type LogEvent = { n: number; at: number; by: string; type: string; data: any; head: string; parts: unknown };
export type SpokenPhrase = Schemas["SpokenPhrase"];
export type Profile = Schemas["Profile"];
export type Standing = Schemas["GameStatistics"] & { rank: number; who: string; path: string | null; isOwn: boolean };
export type Statistics = Schemas["GameStatistics"];
export type ServerStatus = Schemas["ServerStatus"];
export type Preferences = Schemas["OwnPreferences"];
export type AppGrant = Schemas["GrantFacts"];
export type OwnApp = Schemas["OwnApp"];
export type OwnToken = Schemas["OwnTokenFacts"];
export type SignInCode = Schemas["SignInCodeFacts"];
export type IssuedSignInCode = Schemas["IssuedSignInCode"];
export type PersonalToken = Schemas["PersonalTokenFacts"];
export type Hand = Schemas["HandSummary"];
export type Invitation = Schemas["OwnInvitation"];
export type Dispute = Schemas["Dispute"];
export type DisputeRow = Schemas["DisputeRow"];
export type Evidence = Schemas["Evidence"];
export type TableFacts = Schemas["TableFacts"];
export type LogReplay = Omit<Schemas["LogReplay"], "now" | "moments"> & { now: View; moments: Moment[] };
export type Hint = Omit<Schemas["Hint"], "action"> & { action: Action };
export type JudgedDecision = Schemas["JudgedDecision"];
export type Analysis = Schemas["Analysis"];
export type CheckedAction = Schemas["CheckedAction"];
/** What only one game tells, for its layout. */
export type Plays = {
  boojum: Schemas["BoojumPlayView"];
  boon: Schemas["BoonPlayView"];
  boosh: Schemas["BooshPlayView"];
  bum: Schemas["BumPlayView"];
  goblin_market: Schemas["GoblinMarketPlayView"];
};

export type Action = { type: string; [field: string]: unknown };
export type Pick = Omit<Schemas["BoonPick"], "example"> & { example: Action };
export type Choices = Omit<Schemas["BoonChoices"], "actions" | "picks"> & { actions: Action[]; picks: Pick[] };
export type Board = Omit<Schemas["BoonBoard"], "phase" | "current" | "previous"> & {
  phase: string;
  current: Round | null;
  previous: Round | null;
};
export type View = Omit<Schemas["BoonView"], "game" | "options" | "play" | "choices" | "board"> & {
  game: string;
  options: Record<string, unknown>;
  play: Record<string, unknown> | null;
  choices: Choices | null;
  board: Board | null;
};
export type Moment = Omit<Schemas["Replay"], "could" | "view"> & { could: Choices | null; view: View };

/** Settings as they are told: with all that may be left out when they are sent. */
type Told<T> = T extends (infer One)[] ? Told<One>[] : T extends object ? { [K in keyof T]-?: Told<T[K]> } : T;
export type TournamentSettings = Told<Schemas["TournamentSettings"]>;
export type TournamentFacts = Omit<Schemas["TournamentFacts"], "settings"> & { settings: TournamentSettings };
export type TournamentRow = Schemas["TournamentRow"];
export type TournamentNews = Schemas["TournamentNews"];
export type TournamentTable = Schemas["TournamentTable"];
export type TournamentRound = Schemas["TournamentRounds"]["rounds"][number];
export type Entrant = Schemas["EntrantFacts"];
export type CollusionFigures = Schemas["CollusionFigures"];
export type NextRound = Schemas["NextRound"];
export type AdjudicationPreview = Schemas["AdjudicationPreview"];
export type StandingRow = Schemas["TournamentStandings"]["standings"][number];
export type CrossTable = Schemas["CrossTable"];
export type Estimate = Schemas["MeanEstimate"];
