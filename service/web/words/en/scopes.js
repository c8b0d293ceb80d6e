/** English texts: what apps and programs may do. */
export default {
  "scopes.power_read": "see what you see: your tables, your messages, and your hidden cards",
  "scopes.power_play": "take seats, play, and enter tournaments for you",
  "scopes.power_tables": "open tables and invite others",
  "scopes.power_tournaments": "open and direct tournaments, if you may",
  "scopes.power_disputes": "open and read disputes",
  "scopes.power_account": "change your name and preferences",
  "scopes.may": "May {powers}.",
  "scopes.local_program": "a program on this computer ({host})",
  "scopes.local_app": "the app on this device that opens {scheme}",
};
