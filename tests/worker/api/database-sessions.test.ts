/** Which requests are answered by a read replica that lags, and which by the primary. */
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { CreatedIngestKey } from "#shared/contracts/ingest-keys.ts";
import { createMinimumBookmark } from "#worker/api/minimum-bookmark.ts";
import { createLaggingDatabase } from "./lagging-database.ts";
import { createMemberWorld, PASSCODE, type SignedIn } from "./member-world.ts";
import { createRecord, signalSentBy } from "./signals/record.ts";

const BOOKMARK = "X-D1-Bookmark";
const TRADER = "north-light";

const database = await createLaggingDatabase();
const world = createMemberWorld({ db: drizzle(database.binding) });
const { clock } = createRecord(world.deps.now());
let staff: SignedIn;

/** By which copies a call was answered, each once. */
function answeredBy(): readonly string[] {
  return [...new Set(database.takeAnswers().map(({ by }) => by))];
}

async function read(path: string, bookmark: string | null = null): Promise<Response> {
  database.takeAnswers();
  const response = await world.api.request(path, {
    headers: bookmark === null ? {} : { [BOOKMARK]: bookmark },
  });
  expect(response.status, path).toBe(200);
  return response;
}

/** How many signals the list has, and who says so. */
async function listed(bookmark: string | null = null): Promise<readonly [number, ...string[]]> {
  const response = await read("/api/signals/", bookmark);
  return [(await response.json<{ results: unknown[] }>()).results.length, ...answeredBy()];
}

async function publish(): Promise<string> {
  const response = await staff.ask("POST", "/api/admin/signals/", signalSentBy(TRADER, { clock }));
  expect(response.status).toBe(201);
  return response.headers.get(BOOKMARK) ?? "";
}

beforeAll(async () => {
  staff = await world.signInStaff();
  expect((await staff.ask("POST", "/api/admin/traders/", { handle: TRADER, name: "North" })).status).toBe(
    201,
  );
  await database.catchUp();
});

describe("a read replica that lags", () => {
  it("answers visitors, and a client that has written as soon as it has that write", async () => {
    const [before] = await listed();
    const bookmark = await publish();
    expect(await listed()).toEqual([before, "copy"]);
    expect(await listed(bookmark)).toEqual([before + 1, "primary"]);
    await database.catchUp();
    expect(await listed(bookmark)).toEqual([before + 1, "copy"]);
    expect(await listed()).toEqual([before + 1, "copy"]);
  });

  it("does not hide a signal published by a webhook from its sender", async () => {
    const made = await staff.ask("POST", "/api/admin/ingest-keys/", {
      trader: TRADER,
      label: "Test",
      current_passcode: PASSCODE,
    });
    const { path } = v.parse(CreatedIngestKey, await made.json());
    const [before] = await listed();
    const sent = await world.api.request(path, { method: "POST", body: "EURUSD buy 5m" });
    expect(sent.status).toBe(201);
    expect((await listed(sent.headers.get(BOOKMARK)))[0]).toBe(before + 1);
  });

  it("does not hide members' changes from themselves", async () => {
    const member = await world.signInHolder();
    await member.ask("PUT", `/api/profile/follows/${TRADER}/`);
    const follows = await member.ask("GET", "/api/profile/follows/");
    expect((await follows.json<{ results: unknown[] }>()).results).toHaveLength(1);
    await database.catchUp();
  });

  it.each([
    "/api/signals/",
    "/api/signals/export.csv",
    "/api/feeds/en/signals.atom",
    "/api/traders/",
    `/api/traders/${TRADER}/`,
    "/api/summary/",
  ])("answers a visitor's request for %s", async (path) => {
    await (await read(path)).text();
    expect(answeredBy()).toEqual(["copy"]);
  });

  it.each([
    "/api/ledger/",
    "/api/ledger/head/",
    "/api/ledger/export.ndjson",
    "/api/log/checkpoint/",
    "/api/log/entries/?index=0&width=1",
    "/api/live/events/",
  ])("does not answer %s, which must be up to date", async (path) => {
    await (await read(path)).arrayBuffer();
    expect(answeredBy()).toEqual(["primary"]);
  });

  it("answers no request by staff or members, and no sign-in", async () => {
    const { pocketoptionId } = await world.createAccount({ passcode: PASSCODE });
    database.takeAnswers();
    const signedIn = await world.post("/api/auth/login/", {
      pocketoption_id: pocketoptionId,
      passcode: PASSCODE,
    });
    expect(signedIn.status).toBe(200);
    for (const path of ["/api/auth/me/", "/api/admin/accounts/", "/api/profile/sessions/"])
      expect((await staff.ask("GET", path)).status, path).toBe(200);
    expect(answeredBy()).toEqual(["primary"]);
  });

  it.each(["first-primary", "nonsense", "", "FFFFFFFF-0-0-0"])(
    "answers a request with the invalid bookmark %j",
    async (said) => {
      expect((await listed(said)).slice(1)).toEqual(["copy"]);
    },
  );

  it("is skipped for a bookmark from the live events, so that the response includes those events", async () => {
    const [before] = await listed();
    await publish();
    const news = await read("/api/live/events/");
    expect(await listed(news.headers.get(BOOKMARK))).toEqual([before + 1, "primary"]);
  });
});

describe("after a change in the same isolate", () => {
  it("database sessions start at the primary, then at the first bookmark that one of them reached", () => {
    const copy = createMinimumBookmark();
    expect(copy.begin(null).start).toBe("first-unconstrained");
    const before = copy.begin(null);
    copy.raise();
    before.reached("1");
    const first = copy.begin(null);
    expect(first.start).toBe("first-primary");
    first.reached("2");
    expect(copy.begin(null).start).toBe("2");
    const second = copy.begin(null);
    copy.raise();
    second.reached("2");
    first.reached("2");
    expect(copy.begin(null).start).toBe("first-primary");
    copy.begin(null).reached(null);
    expect(copy.begin(null).start).toBe("first-primary");
  });
});

describe("a database session for a given bookmark", () => {
  it("starts at the primary until D1 has returned a bookmark as new in this isolate, then at the given bookmark", () => {
    const copy = createMinimumBookmark();
    const first = copy.begin("2");
    expect(first.start).toBe("first-primary");
    first.reached("3");
    expect(copy.begin("2").start).toBe("2");
    expect(copy.begin("4").start).toBe("first-primary");
    copy.raise();
    expect(copy.begin("2").start).toBe("first-primary");
    copy.begin(null).reached("5");
    expect(copy.begin("2").start).toBe("5");
    copy.begin(null).reached("7");
    expect(copy.begin("6").start).toBe("6");
  });
});
