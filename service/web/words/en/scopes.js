/** English texts: what apps and programs may do. */
export default {
  "scopes.read": "see what you see: your tables, your messages, and your hidden cards",
  "scopes.play": "take seats, play, and enter tournaments for you",
  "scopes.tables": "open tables and invite others",
  "scopes.tournaments": "open and direct tournaments, if you may",
  "scopes.disputes": "open and read disputes",
  "scopes.account": "change your name and preferences",
  "scopes.may": "May {powers}.",
  "scopes.local_program": "a program on this computer ({host})",
  "scopes.local_app": "the app on this device that opens {scheme}",
};
