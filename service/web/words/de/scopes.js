/** German texts: what apps and programs may do. */
export default {
  "scopes.power_read": "sehen, was du siehst: deine Tische, deine Nachrichten und deine verdeckten Karten",
  "scopes.power_play": "für dich Plätze nehmen, spielen und an Turnieren teilnehmen",
  "scopes.power_tables": "Tische eröffnen und andere einladen",
  "scopes.power_tournaments": "Turniere eröffnen und leiten, wenn du das darfst",
  "scopes.power_disputes": "Beschwerden erheben und lesen",
  "scopes.power_account": "deinen Namen und deine Einstellungen ändern",
  "scopes.may": "Darf {powers}.",
  "scopes.local_program": "ein Programm auf diesem Computer ({host})",
  "scopes.local_app": "die App auf diesem Gerät, die {scheme} öffnet",
};
