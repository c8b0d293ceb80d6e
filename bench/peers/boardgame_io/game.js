// A shedding game with hidden hands for boardgame.io: a card that fits the one on top, or draw one.
// Whoever has no card left, or finds no card to draw, ends the deal; the next one follows at once, so
// that a match can be played for as long as somebody measures.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const SEATS = 4;
const HAND = 7;
const CARDS = [..."abcd"].flatMap((suit) => Array.from({ length: 13 }, (_, rank) => `${suit}${rank}`));

function fits(card, top) {
  return card[0] === top[0] || card.slice(1) === top.slice(1);
}

function deal(random) {
  const stack = random.Shuffle(CARDS);
  const hands = Array.from({ length: SEATS }, () => stack.splice(0, HAND));
  return { pile: [stack.pop()], hands, stack };
}

function play({ G, playerID, random }, card) {
  const hand = G.hands[playerID];
  const at = hand.indexOf(card);
  if (at < 0 || !fits(card, G.pile.at(-1))) return INVALID_MOVE;
  hand.splice(at, 1);
  G.pile.push(card);
  if (hand.length === 0) Object.assign(G, deal(random));
}

function draw({ G, playerID, random }) {
  const card = G.stack.pop();
  if (card === undefined) Object.assign(G, deal(random));
  else G.hands[playerID].push(card);
}

// What a seat may know: the cards on the table, its own, and how many the others hold.
function playerView({ G, playerID }) {
  const hands = G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length));
  return { pile: G.pile, hands, stack: G.stack.length };
}

// What a player does: the first card that fits, or a draw.
function choose(G, playerID) {
  const card = G.hands[playerID].find((one) => fits(one, G.pile.at(-1)));
  return card === undefined ? ["draw", []] : ["play", [card]];
}

const game = {
  name: "shedding",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => deal(random),
  playerView,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: { move: play, client: false }, draw: { move: draw, client: false } },
};

module.exports = { SEATS, choose, game };
