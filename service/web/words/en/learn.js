/** English texts: guided hands. */
export default {
  "learn.title": "Learn {game}",
  "learn.coming": "The guided hand is loading …",
  "learn.lost": "The guided hand did not load. Load the page again.",
  "learn.none": "There is no guided hand of this game",
  "learn.lobby": "To the lobby",
  "learn.guest": "Guest",
  "learn.coach": "Your guide",
  "learn.choice": "Choice {choice} of {choices}",
  "learn.over": "Done",
  "learn.right": "Right.",
  "learn.wrong": "Not this time: another choice is better here.",
  "learn.show": "Play it for me",
  "learn.play": "Now play with bots",
  "learn.again": "Begin again",
};
