/**
 * An entry before the built worker that counts what a request takes of the platform, in the worker and in its objects: trips to each database and
 * the rows of them, calls of objects and of the location's cache, files, and points. Under `/__counts` it says what has been counted, and which
 * statements have read, since it was last asked.
 */
import * as v from "valibot";
import { moduleOf, type WorkerModule } from "#tests/bench/worker-modules.ts";

/** Of one request. A trip is one statement or one batch; one that writes commits once. */
export const Counts = v.object({
  /** At the database itself, and at whichever copy is near. */
  primaryReads: v.number(),
  primaryWrites: v.number(),
  copyReads: v.number(),
  /** At one of the further databases for refresh tokens. */
  tokenReads: v.number(),
  tokenWrites: v.number(),
  statements: v.number(),
  rowsRead: v.number(),
  rowsWritten: v.number(),
  objectCalls: v.number(),
  cacheCalls: v.number(),
  files: v.number(),
  points: v.number(),
});
export type Counts = v.InferOutput<typeof Counts>;

/** Answer of `/__counts`. */
export const Counted = v.object({
  counts: Counts,
  readings: v.array(
    v.object({ sql: v.string(), values: v.array(v.union([v.string(), v.number(), v.null()])) }),
  ),
});
export type Reading = v.InferOutput<typeof Counted>["readings"][number];

export function countedEntry(): WorkerModule {
  const none = JSON.stringify(Object.fromEntries(Object.keys(Counts.entries).map((name) => [name, 0])));
  return moduleOf(
    `
import worker from "./uncounted.mjs";
import { PushSender, SignalRoom, SignInLimiter } from "./uncounted.mjs";

let counts = ${none};
let readings = [];
const originals = new WeakMap();

const isReading = (sql) => /^\\s*select/i.test(sql);

async function travel(place, made, trip) {
  const asked = made.map((wrapper) => originals.get(wrapper));
  const reads = asked.every(({ sql }) => isReading(sql));
  counts[place + (reads ? "Reads" : place === "copy" ? "Reads" : "Writes")] += 1;
  counts.statements += asked.length;
  if (reads) readings.push(...asked.map(({ sql, values }) => ({ sql, values })));
  return trip(asked);
}

function note({ meta }) {
  counts.rowsRead += meta.rows_read;
  counts.rowsWritten += meta.rows_written;
}

function countStatement(place, statement, sql, values = []) {
  const all = () => travel(place, [wrapper], async () => {
    const result = await statement.all();
    note(result);
    return result;
  });
  const wrapper = {
    bind: (...bound) => countStatement(place, statement.bind(...bound), sql, bound),
    all,
    run: all,
    first: async (column) => {
      const { results: [row = null] } = await all();
      return column === undefined || row === null ? row : row[column];
    },
    // Rows as arrays come without what was read for them: a SELECT is asked once more, and what a write returns is made arrays here.
    raw: () => travel(place, [wrapper], async () => {
      if (isReading(sql)) note(await statement.all());
      else {
        const result = await statement.all();
        note(result);
        return result.results.map(Object.values);
      }
      return statement.raw();
    }),
  };
  originals.set(wrapper, { statement, sql, values });
  return wrapper;
}

function countSession(place, session) {
  return {
    prepare: (sql) => countStatement(place, session.prepare(sql), sql),
    batch: (wrappers) => travel(place, wrappers, async (asked) => {
      const results = await session.batch(asked.map(({ statement }) => statement));
      results.forEach(note);
      return results;
    }),
    getBookmark: () => session.getBookmark?.() ?? null,
  };
}

function countDatabase(place, database) {
  return {
    ...countSession(place, database),
    withSession: (start) =>
      countSession(place === "primary" && start !== "first-primary" ? "copy" : place, database.withSession(start)),
  };
}

function countStub(stub) {
  return new Proxy(stub, {
    get(_target, name) {
      const value = stub[name];
      if (typeof value !== "function" || name === "then") return value;
      return (...args) => {
        counts.objectCalls += 1;
        return stub[name](...args);
      };
    },
  });
}

function countObjects(namespace) {
  return new Proxy(namespace, {
    get(_target, name) {
      const value = namespace[name];
      if (typeof value !== "function") return value;
      return (...args) => {
        const made = namespace[name](...args);
        return name === "get" || name === "getByName" ? countStub(made) : made;
      };
    },
  });
}

const countedEnvs = new WeakMap();
function counted(env) {
  const known = countedEnvs.get(env);
  if (known) return known;
  const made = {
    ...env,
    DB: countDatabase("primary", env.DB),
    SESSIONS_DB_1: countDatabase("token", env.SESSIONS_DB_1),
    SIGNAL_ROOM: countObjects(env.SIGNAL_ROOM),
    SIGN_IN_LIMITER: countObjects(env.SIGN_IN_LIMITER),
    PUSH_SENDER: countObjects(env.PUSH_SENDER),
    ASSETS: { fetch: (...args) => ((counts.files += 1), env.ASSETS.fetch(...args)) },
  };
  const engine = env.VITALS_ENGINE;
  if (engine) made.VITALS_ENGINE = { writeDataPoint: (point) => ((counts.points += 1), engine.writeDataPoint(point)) };
  countedEnvs.set(env, made);
  return made;
}

const open = caches.open.bind(caches);
caches.open = async (name) => {
  const cache = await open(name);
  const count = (method) => (...args) => ((counts.cacheCalls += 1), cache[method](...args));
  return { match: count("match"), put: count("put") };
};

const countedObject = (Base) => class extends Base {
  constructor(state, env) {
    super(state, counted(env));
  }
};
const CountedRoom = countedObject(SignalRoom);
const CountedLimiter = countedObject(SignInLimiter);
const CountedSender = countedObject(PushSender);
export { CountedRoom as SignalRoom, CountedLimiter as SignInLimiter, CountedSender as PushSender };

export default {
  ...worker,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/__counts") {
      const answer = Response.json({ counts, readings });
      counts = ${none};
      readings = [];
      return answer;
    }
    return worker.fetch(request, counted(env), context);
  },
};`,
    "counted.mjs",
  );
}
