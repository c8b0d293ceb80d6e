/** English texts of what comes with the page; `en/` has the others too, which are loaded when they are needed. */
import account from "./en/account.js";
import common from "./en/common.js";
import deals from "./en/deals.js";
import disputes from "./en/disputes.js";
import ending from "./en/ending.js";
import games from "./en/games.js";
import help from "./en/help.js";
import lobby from "./en/lobby.js";
import page from "./en/page.js";
import people from "./en/people.js";
import replay from "./en/replay.js";
import signals from "./en/signals.js";
import table from "./en/table.js";
import talk from "./en/talk.js";
import waiting from "./en/waiting.js";

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
