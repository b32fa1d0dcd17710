/**
 * Stands in the worker's bundle ([alias] in wrangler.toml) for what only a signed-in visitor sees: the server renders for
 * nobody in particular (session/nobodys-session.ts), so it would carry these views and never use them.
 */
function neverOnTheServer(): never {
  throw new TypeError("The server renders nothing that is behind sign-in");
}

export const AdminArea = neverOnTheServer;
export const ProfileViews = neverOnTheServer;
