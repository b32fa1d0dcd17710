/** What happens between a call's first look at the database and what it writes. */

/** The database, with something else done right before each batch. */
export function beforeBatches(db: D1Database, act: () => unknown): D1Database {
  return new Proxy(db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        await act();
        return target.batch(statements);
      };
    },
  });
}
