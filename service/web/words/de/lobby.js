/** German texts: lobby. */
export default {
  "lobby.learn": "In fünf Minuten lernen",
  "lobby.learn_game": "In fünf Minuten lernen: {game}",
};
