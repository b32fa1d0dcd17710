/**
 * Checks whether a database has the schema of this version: its tables, columns, indexes and triggers are those of the
 * migrations.
 */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("../api/migrations/", import.meta.url));

/** Names of the platform, including wrangler's list of migrations. */
const OWN_NAMES = String.raw`name <> 'd1_migrations' AND name NOT LIKE '\_cf\_%' ESCAPE '\' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`;

/** Applies the migrations that the database lacks. Throws if it has one that this version does not have, or none. */
export function migrate(db: DatabaseSync): void {
  const applied = appliedIn(db);
  const migrations = listMigrations();
  const newer = applied.find((name) => !migrations.includes(name));
  if (newer !== undefined) {
    const words = `Its schema is newer than this version, which has no migration ${newer}.`;
    throw new Error(`${words} Use the version that wrote it.`);
  }
  applyMigrations(
    db,
    migrations.filter((name) => !applied.includes(name)),
  );
}

/**
 * The migrations that the database lacks; null if its schema is not that of the migrations that it lists, as in a database
 * of another version.
 */
export function missingMigrations(db: DatabaseSync): readonly string[] | null {
  const applied = appliedIn(db);
  const migrations = listMigrations();
  const isOwn = applied.every((name) => migrations.includes(name)) && differencesIn(db, applied).length === 0;
  return isOwn ? migrations.filter((name) => !applied.includes(name)) : null;
}

function listMigrations(): string[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
}

function applyMigrations(db: DatabaseSync, names: readonly string[]): void {
  for (const name of names) {
    try {
      db.exec(readFileSync(MIGRATIONS_FOLDER + name, "utf8"));
    } catch (error) {
      throw new Error(`Its list of migrations lacks ${name}, and this migration cannot be applied.`, {
        cause: error,
      });
    }
  }
}

function appliedIn(db: DatabaseSync): string[] {
  const hasList = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get() !== undefined;
  const rows = hasList ? db.prepare("SELECT name FROM d1_migrations").all() : [];
  if (rows.length === 0)
    throw new Error("It has no list of migrations (d1_migrations), so it is not a backup.");
  return rows.map(({ name }) => String(name));
}

/** Throws with everything that is missing, superfluous, or different from the migrations. */
export function checkSchema(db: DatabaseSync): void {
  const differences = differencesIn(db, listMigrations());
  if (differences.length > 0) throw new Error(`Its schema differs: ${differences.join(", ")}.`);
}

function differencesIn(db: DatabaseSync, migrations: readonly string[]): readonly string[] {
  const expected = new DatabaseSync(":memory:");
  applyMigrations(expected, migrations);
  const [found, wanted] = [schemaOf(db), schemaOf(expected)];
  expected.close();
  return [
    ...[...wanted].flatMap(([name, sql]) =>
      found.has(name)
        ? found.get(name) === sql
          ? []
          : [`${name} differs from this version's`]
        : [`${name} is missing`],
    ),
    ...[...found.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => `${name} does not belong to this version`),
  ];
}

/** Statements by kind and name, as in `trigger ledger_refuses_delete`. */
function schemaOf(db: DatabaseSync): ReadonlyMap<string, string> {
  const rows = db.prepare(`SELECT type, name, sql FROM sqlite_master WHERE ${OWN_NAMES}`).all();
  return new Map(
    rows.map(({ type, name, sql }) => [
      `${String(type)} ${String(name)}`,
      String(sql).replaceAll(/\s+/g, " "),
    ]),
  );
}
