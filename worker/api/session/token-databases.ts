/**
 * The databases that store refresh tokens: by default the main one; with `SESSIONS_DB_COUNT`, further ones beside it, since
 * a refresh is the only frequent write of visits. The row of a session names the database of its token, so that the count
 * may grow while sessions are open.
 */
import type { Database } from "../database.ts";
import type { ApiDependencies } from "../dependencies.ts";

type Databases = Pick<ApiDependencies, "db" | "sessionDbs">;

/** Where a new session of an account stores its token. Ids of accounts are random. */
export function tokensPlaceOf({ sessionDbs }: Databases, accountId: string): number {
  return Number.parseInt(accountId.slice(0, 8), 16) % (sessionDbs.length + 1);
}

/** Undefined if that database is no longer bound. */
export function tokensDatabase({ db, sessionDbs }: Databases, place: number): Database | undefined {
  return place === 0 ? db : sessionDbs[place - 1];
}

export function allTokensDatabases({ db, sessionDbs }: Databases): readonly Database[] {
  return [db, ...sessionDbs];
}
