/** German texts of what comes with the page; `de/` has the others too, which are loaded when they are needed. */
import account from "./de/account.js";
import common from "./de/common.js";
import deals from "./de/deals.js";
import disputes from "./de/disputes.js";
import ending from "./de/ending.js";
import games from "./de/games.js";
import help from "./de/help.js";
import lobby from "./de/lobby.js";
import page from "./de/page.js";
import people from "./de/people.js";
import replay from "./de/replay.js";
import signals from "./de/signals.js";
import table from "./de/table.js";
import talk from "./de/talk.js";
import waiting from "./de/waiting.js";

export default {
  ...account,
  ...common,
  ...deals,
  ...disputes,
  ...ending,
  ...games,
  ...help,
  ...lobby,
  ...page,
  ...people,
  ...replay,
  ...signals,
  ...table,
  ...talk,
  ...waiting,
};
