// Plays matches over sockets, all at once: node drive.js PORT MATCHES SECONDS
// A move is over when the seat that made it is told the state behind it. Prints one JSON object.
"use strict";

const { performance } = require("node:perf_hooks");
const { io } = require("socket.io-client");
const { SEATS, choose, game } = require("./game");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const URL = `http://127.0.0.1:${port}`;
const WARM = 1000; // milliseconds before it counts
const millis = [];
let counts = false;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${URL}/games/${game.name}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// Sits down, waits for the state, and gives what begins to play.
async function sit(match, playerID) {
  const { playerCredentials } = await post(`/${match}/join`, { playerID, playerName: `player ${playerID}` });
  const socket = io(`${URL}/${game.name}`, { transports: ["websocket"], forceNew: true });
  let plays = false;
  let state = null;
  let sent = null; // the number of the state on which it moved, and when

  const look = () => {
    if (sent !== null && state._stateID > sent.number) {
      if (counts) millis.push(performance.now() - sent.at);
      sent = null;
    }
    if (!plays || sent !== null || state.ctx.currentPlayer !== playerID) return;
    sent = { number: state._stateID, at: performance.now() };
    const [type, args] = choose(state.G, playerID);
    const payload = { type, args, playerID, credentials: playerCredentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, playerID);
  };
  socket.on("update", (_, next) => {
    state = next;
    look();
  });
  await new Promise((settle) => {
    socket.on("sync", (_, { state: first }) => {
      state ??= first;
      settle();
    });
    socket.on("connect", () => socket.emit("sync", match, playerID, playerCredentials, SEATS));
  });
  return () => {
    plays = true;
    look();
  };
}

const pause = (time) => new Promise((settle) => setTimeout(settle, time));

async function main() {
  const begins = [];
  for (let k = 0; k < matches; k++) {
    const { matchID } = await post("/create", { numPlayers: SEATS });
    for (let seat = 0; seat < SEATS; seat++) begins.push(await sit(matchID, String(seat)));
  }
  for (const begin of begins) begin();
  await pause(WARM);
  counts = true;
  const since = performance.now();
  await pause(1000 * seconds);
  counts = false;
  const took = (performance.now() - since) / 1000;
  process.stdout.write(JSON.stringify({ seconds: took, millis }), () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
