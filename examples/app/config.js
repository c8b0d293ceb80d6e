/** Where this app plays, and the id under which it is registered there: `POST /v1/apps`, or the account page. */
export const server = "http://127.0.0.1:8000";
export const app = "app_...";
