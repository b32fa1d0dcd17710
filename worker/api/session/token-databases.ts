/**
 * The databases that keep refresh tokens: by default the one of everything else; with `SESSIONS_DB_COUNT`, further ones beside it,
 * since a refresh is the only write that visits make often. A session says on its row which one keeps its token, so that the count may grow while
 * sessions go on.
 */
import type { Database } from "../database.ts";
import type { ApiDependencies } from "../dependencies.ts";

type Databases = Pick<ApiDependencies, "db" | "sessionDbs">;

/** Where a new session of an account keeps its token. Ids of accounts are random. */
export function tokensPlaceOf({ sessionDbs }: Databases, accountId: string): number {
  return Number.parseInt(accountId.slice(0, 8), 16) % (sessionDbs.length + 1);
}

/** Undefined where that database is bound no more. */
export function tokensDatabase({ db, sessionDbs }: Databases, place: number): Database | undefined {
  return place === 0 ? db : sessionDbs[place - 1];
}

export function allTokensDatabases({ db, sessionDbs }: Databases): readonly Database[] {
  return [db, ...sessionDbs];
}
