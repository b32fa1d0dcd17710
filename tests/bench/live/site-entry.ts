/** What stands before the built worker, and around its rooms, in `npm run bench -- live`. */
import { moduleOf, type WorkerModule } from "#tests/bench/worker-modules.ts";

/** Opens readers inside the worker's process, `?from=…&count=…`; what they hear comes over one socket: see `BundledMessage`. */
export const BUNDLE_PATH = "/bench/readers/";

/** Logged, as JSON with the room's name: it was told that the record has grown to `seq`, or has read the database. */
export const ROOM_EVENTS = { told: "bench_room_told", read: "bench_room_read" } as const;

/** An address of each reader's own. */
export function addressOf(index: number): string {
  return `2001:db8:0:${index.toString(16)}::1`;
}

export const SITE_ENTRY: WorkerModule = moduleOf(
  `
import worker, { SignalRoom as Room } from "./uncounted.mjs";
export * from "./uncounted.mjs";

const say = (event, room, more) => console.log(JSON.stringify({ event, room, ...more }));

/** Tells of each batch in a session. */
function watched(db, onRead) {
  const withSession = (start) => {
    const session = db.withSession(start);
    return {
      prepare: (sql) => session.prepare(sql),
      batch: (statements) => (onRead(), session.batch(statements)),
      getBookmark: () => session.getBookmark(),
    };
  };
  return { withSession };
}

export class SignalRoom extends Room {
  constructor(ctx, env) {
    super(ctx, { ...env, DB: watched(env.DB, () => say("${ROOM_EVENTS.read}", ctx.id.name)) });
  }

  announce(seq) {
    say("${ROOM_EVENTS.told}", this.ctx.id.name, { seq });
    return super.announce(seq);
  }
}

const addressOf = ${addressOf.toString()};

async function openReader(index, origin, env, context, hear) {
  const headers = { Upgrade: "websocket", "CF-Connecting-IP": addressOf(index) };
  const answer = await worker.fetch(new Request(origin + "/api/live/", { headers }), env, context);
  if (!answer.webSocket) throw new Error("a reader was answered " + answer.status);
  answer.webSocket.addEventListener("message", ({ data }) => hear(index, data));
  answer.webSocket.addEventListener("close", () => hear(index, "closed"));
  answer.webSocket.accept();
}

async function openBundle(url, env, context) {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  let heard = new Map();
  const hear = (index, data) => {
    if (heard.size === 0) setTimeout(() => (server.send(JSON.stringify([...heard])), (heard = new Map())), 0);
    const readers = heard.get(data) ?? [];
    readers.push(index);
    heard.set(data, readers);
  };
  const from = Number(url.searchParams.get("from"));
  const count = Number(url.searchParams.get("count"));
  const open = async () => {
    for (let index = from; index < from + count; index += 1) await openReader(index, url.origin, env, context, hear);
  };
  context.waitUntil(open());
  return new Response(null, { status: 101, webSocket: client });
}

export default {
  ...worker,
  fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname === "${BUNDLE_PATH}") return openBundle(url, env, context);
    return worker.fetch(request, env, context);
  },
};`,
  "live.mjs",
);
