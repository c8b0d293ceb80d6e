/** A client of fairdeal: requests that are done once, streams that resume, bots, and checks as play goes on. */
export { Client } from "./src/client.js";
export {
  ApiError, FairdealError, InvalidRequest, Lie, NoAnswer, NotAllowed, NotFound, NotSignedIn, Refused, SignInFailed, StaleView,
  TooMany, Unavailable,
} from "./src/errors.js";
export { beginSignIn, finishSignIn, signInWithDevice } from "./src/sign_in.js";
export { Table } from "./src/table.js";
/** @typedef {import("./types.js").AccountMessage} AccountMessage */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").Bot} Bot */
/** @typedef {import("./types.js").ClientOptions} ClientOptions */
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").PlaySettings} PlaySettings */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Receipt} Receipt */
/** @typedef {import("./types.js").Schemas} Schemas */
/** @typedef {import("./types.js").Store} Store */
/** @typedef {import("./types.js").Tokens} Tokens */
/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./types.js").View} View */
