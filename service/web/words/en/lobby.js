/** English texts: lobby. */
export default {
  "lobby.learn": "Learn it in five minutes",
  "lobby.learn_game": "Learn it in five minutes: {game}",
};
