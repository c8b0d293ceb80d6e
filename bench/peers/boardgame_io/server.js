// Serves the game on a free port of the loopback, and prints the port.
"use strict";

const { Server } = require("boardgame.io/server");
const { game } = require("./game");

const print = console.log;
console.log = () => {}; // it logs every request

const server = Server({ games: [game], origins: [/.*/] });
server
  .run({ port: { host: "127.0.0.1", port: 0 } })
  .then(({ appServer }) => print(String(appServer.address().port)));
