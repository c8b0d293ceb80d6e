/** German texts: what apps and programs may do. */
export default {
  "scopes.read": "sehen, was du siehst: deine Tische, deine Nachrichten und deine verdeckten Karten",
  "scopes.play": "für dich Plätze nehmen, spielen und an Turnieren teilnehmen",
  "scopes.tables": "Tische eröffnen und andere einladen",
  "scopes.tournaments": "Turniere eröffnen und leiten, wenn du das darfst",
  "scopes.disputes": "Einsprüche erheben und lesen",
  "scopes.account": "deinen Namen und deine Einstellungen ändern",
  "scopes.may": "Darf {powers}.",
  "scopes.local_program": "ein Programm auf diesem Computer ({host})",
  "scopes.local_app": "die App auf diesem Gerät, die {scheme} öffnet",
};
