/** An accepted message is published once, or refused where staff see it, whenever the database or the isolate fails. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { MAX_MESSAGE_ATTEMPTS, PUBLISHED_MESSAGE_DAYS } from "#shared/limits/ingest.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { drainInbox, purgePublishedMessages } from "#worker/api/ingest/drain-inbox.ts";
import worker from "#worker/index.ts";
import { beforeBatches } from "#tests/worker/api/before-batches.ts";
import { refusalOf } from "#tests/worker/api/member-world.ts";
import { createHook, createHooksApp, exhaust, messagesOf, refusalsOf, signalsOf } from "./hook.ts";

const IN_FLIGHT_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = async () => {};
const NEVER = () => new Promise<void>(() => {});

/** The database that loses its connection with its batch of that number, and stays away: before it is run, or before its answer. */
function failingFrom(batch: number, when: "before" | "after") {
  let batches = 0;
  const fail = () => {
    if (batches > batch) throw new Error("D1_ERROR: Network connection lost.");
  };
  const count = () => {
    batches += 1;
  };
  return when === "before"
    ? beforeBatches(() => {
        count();
        fail();
      })
    : beforeBatches(count, fail);
}

type Hook = Awaited<ReturnType<typeof createHook>>;

/** Takes a message and does nothing with it, as an isolate that dies right after its answer. */
async function leaveInInbox({ world, path }: Hook, body: string): Promise<void> {
  const rest: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void rest.push(work);
  const app = createHooksApp({ ...world.deps, db: failingFrom(1, "before"), waitUntil }, AT_ONCE);
  const answer = await app.request(path, { method: "POST", body });
  expect([202, 503]).toContain(answer.status);
  await Promise.allSettled(rest);
  expect(world.logged.splice(0)).not.toEqual([]);
}

async function drain({ world }: Hook, waitMs = IN_FLIGHT_MS): Promise<void> {
  world.pass(waitMs);
  await drainInbox(world.deps);
}

async function stateOf({ id }: Hook): Promise<unknown> {
  return (await messagesOf(id)).map(({ state }) => state);
}

const BATCHES = [0, 1, 2, 3];
/** Of a database's failure: at which batch, and whether the job runs before the sender repeats the message. */
const MOMENTS = [
  ...BATCHES.flatMap((batch) =>
    (["before", "after"] as const).flatMap((when) =>
      ([AT_ONCE, NEVER] as const).map((wait) => ({ batch, when, wait, isJobFirst: false })),
    ),
  ),
  ...BATCHES.map((batch) => ({ batch, when: "after", wait: NEVER, isJobFirst: true }) as const),
];

describe("a database failure", () => {
  it.each(MOMENTS)(
    "neither loses nor duplicates a message: batch $batch, $when it, job first: $isJobFirst",
    async ({ batch, when, wait, isJobFirst }) => {
      const hook = await createHook();
      const { world, trader, path, send } = hook;
      const rest: Promise<unknown>[] = [];
      const waitUntil = (work: Promise<unknown>) => void rest.push(work);
      const app = createHooksApp({ ...world.deps, db: failingFrom(batch, when), waitUntil }, wait);
      const { status } = await app.request(path, { method: "POST", body: "EURUSD buy 5m" });
      expect([201, 202, 503]).toContain(status);
      if (isJobFirst) await drain(hook);
      // A sender repeats what was not taken.
      if (status === 503) {
        world.pass(5_000);
        expect([200, 201]).toContain((await send("EURUSD buy 5m")).status);
      }
      // The rest of a request that was answered is over by then.
      await Promise.allSettled(rest);
      for (let run = 0; run < 2; run += 1) {
        await drain(hook);
        expect(await signalsOf(trader)).toBe(1);
        expect(await stateOf(hook)).toEqual(["published"]);
      }
    },
  );

  it("is a 503 to the sender if the message could not be stored", async () => {
    const { world, id, path } = await createHook();
    const app = createHooksApp({ ...world.deps, db: failingFrom(0, "before") }, AT_ONCE);
    expect((await app.request(path, { method: "POST", body: "EURUSD buy" })).status).toBe(503);
    expect(await messagesOf(id)).toEqual([]);
  });

  it("leaves the inbox unchanged, and does not count as an attempt", async () => {
    const hook = await createHook();
    await leaveInInbox(hook, "EURUSD buy 5m");
    await env.DB.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON ingest_messages BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    try {
      await expect(drain(hook)).rejects.toThrow("Failed query: update");
    } finally {
      await env.DB.exec("DROP TRIGGER full");
    }
    expect(await messagesOf(hook.id)).toMatchObject([{ state: "received", attempts: 0 }]);
    await drain(hook);
    expect(await stateOf(hook)).toEqual(["published"]);
  });
});

describe("the scheduled job for the inbox", () => {
  it("does not touch messages that a request may still be processing", async () => {
    const hook = await createHook();
    await leaveInInbox(hook, "EURUSD buy 5m");
    await drain(hook, IN_FLIGHT_MS - 1);
    expect(await stateOf(hook)).toEqual(["received"]);
    await drain(hook, 1);
    expect(await stateOf(hook)).toEqual(["published"]);
  });

  it("calculates times from when the message was received, and marks the signal as late", async () => {
    const hook = await createHook();
    const receivedAtMs = hook.world.deps.now();
    await leaveInInbox(hook, "EURUSD buy 5m");
    await drain(hook, 60_000);
    const listed = await hook.world.visitor("GET", `/api/signals/?trader=${hook.trader}`);
    expect(v.parse(SignalPage, await listed.json()).results).toMatchObject([
      { is_late: true, entry_at: new Date(receivedAtMs + 30_000).toISOString() },
    ]);
  });

  it("publishes messages that could not be published while the server's clock was wrong", async () => {
    const hook = await createHook();
    expect((await hook.send("GBPUSD buy 30m")).status).toBe(201);
    hook.world.pass(-120_000);
    expect(await refusalOf(await hook.send("EURUSD buy 30m"))).toEqual({ status: 503, code: "clock_wrong" });
    expect(await stateOf(hook)).toEqual(["published", "received"]);
    await drain(hook, 180_000);
    expect(await stateOf(hook)).toEqual(["published", "published"]);
  });

  it("refuses a message that has expired meanwhile, and logs it", async () => {
    const hook = await createHook();
    await leaveInInbox(hook, "EURUSD buy 5m");
    await drain(hook, 331_000);
    expect(await messagesOf(hook.id)).toMatchObject([{ state: "refused", code: "already_expired" }]);
    expect(hook.world.logged).toMatchObject([{ event: "alert_refused", code: "already_expired" }]);
  });

  it("publishes nothing for a key that was revoked meanwhile", async () => {
    const hook = await createHook();
    await leaveInInbox(hook, "EURUSD buy 5m");
    await hook.staff.ask("DELETE", `/api/admin/ingest-keys/${hook.id}/`);
    await drain(hook);
    expect(await refusalsOf(hook.id)).toEqual(["not_found"]);
  });

  it.each([
    ["by its text, in the minute after", "EURUSD buy 5m", 60_000],
    [
      "by its id, on the day after",
      '{"ticker":"EURUSD","action":"buy","id":"a-1","time":"2026-03-01T12:00:00Z"}',
      DAY_MS,
    ],
  ])("recognises a later copy that is already published: %s", async (_, body, windowMs) => {
    const hook = await createHook();
    const { world, trader, send } = hook;
    // The copy falls into the next window.
    world.pass(windowMs - (world.deps.now() % windowMs) - 2_000);
    await leaveInInbox(hook, body);
    world.pass(4_000);
    expect((await send(body)).status).toBe(201);
    await drain(hook);
    expect(await signalsOf(trader)).toBe(1);
    expect(await stateOf(hook)).toEqual(["published"]);
  });

  it("publishes each message once if two jobs and a request run at the same moment", async () => {
    const hook = await createHook();
    // The request falls into the next window.
    hook.world.pass(60_000 - (hook.world.deps.now() % 60_000) - 1);
    for (const asset of ["EURUSD", "GBPUSD", "USDJPY", "USDJPY"]) await leaveInInbox(hook, `${asset} buy 5m`);
    hook.world.pass(IN_FLIGHT_MS);
    await Promise.all([drainInbox(hook.world.deps), drainInbox(hook.world.deps), hook.send("EURUSD buy 5m")]);
    expect(await signalsOf(hook.trader)).toBe(3);
    expect(await stateOf(hook)).toEqual(["published", "published", "published"]);
  });

  it("counts a message for the rate limit of its own minute, not of a later one", async () => {
    const hook = await createHook();
    await leaveInInbox(hook, "EURUSD buy 15m");
    await exhaust(hook.id, hook.world.deps.now() + 90_000);
    await drain(hook, 120_000);
    expect(await stateOf(hook)).toEqual(["published"]);
  });

  it("continues after a message that fails, and finally refuses that one", async () => {
    const hook = await createHook();
    await env.DB.exec(
      "CREATE TRIGGER poison BEFORE INSERT ON signals WHEN NEW.asset = 'XAU/USD' BEGIN SELECT RAISE(ABORT, 'poison'); END",
    );
    try {
      await leaveInInbox(hook, "XAUUSD buy 30m");
      await leaveInInbox(hook, "EURUSD buy 5m");
      await drain(hook);
      expect(await stateOf(hook)).toEqual(["received", "published"]);
      expect(hook.world.logged).toMatchObject([
        { event: "alert_undecided", error: { message: expect.stringContaining("poison") } },
      ]);
      for (let run = 0; run < MAX_MESSAGE_ATTEMPTS; run += 1) await drain(hook, 60_000);
    } finally {
      await env.DB.exec("DROP TRIGGER poison");
    }
    expect(await refusalsOf(hook.id)).toEqual(["not_processed"]);
    expect(JSON.stringify(hook.world.logged)).not.toContain(hook.key);
  });

  it("deletes published messages after their retention time, and no others", async () => {
    const hook = await createHook();
    await hook.send("nonsense");
    await hook.send("EURUSD buy 5m");
    hook.world.pass(PUBLISHED_MESSAGE_DAYS * DAY_MS);
    await hook.send("GBPUSD buy 5m");
    await purgePublishedMessages(hook.world.deps);
    expect(await stateOf(hook)).toEqual(["refused", "published", "published"]);
    hook.world.pass(1);
    await purgePublishedMessages(hook.world.deps);
    expect(await stateOf(hook)).toEqual(["refused", "published"]);
  });

  it("is run by the worker's cron trigger", async () => {
    const hook = await createHook();
    // The worker's clock is the machine's, and what is on the ledger is behind it.
    hook.world.pass(Date.now() - 60_000 - hook.world.deps.now());
    await leaveInInbox(hook, "EURUSD buy 5m");
    const context = createExecutionContext();
    worker.scheduled(createScheduledController(), env, context);
    await waitOnExecutionContext(context);
    expect(await stateOf(hook)).toEqual(["published"]);
  });
});
