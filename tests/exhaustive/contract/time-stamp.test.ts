/** The log's checkpoints are time-stamped by an authority of the test's own, and openssl accepts what is kept. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ObservedSite, startObservedSite } from "#tests/support/observed-site.ts";
import { startTimeStampAuthority, type TimeStampAuthority } from "#tests/support/time-stamp-authority.ts";

const HOUR_MS = 60 * 60 * 1000;
let authority: TimeStampAuthority;
let site: ObservedSite;

beforeAll(async () => {
  authority = await startTimeStampAuthority();
  site = await startObservedSite({ TIMESTAMP_URL: authority.url });
  await site.addTrader("tern");
});
// The last test closes the authority.
afterAll(() => site.close());

const get = (path: string) => fetch(site.url + path);
/** As if the last time were so much longer ago. */
const pass = (ms: number) =>
  site.db
    .prepare("UPDATE log_observers SET asked_at = asked_at - ?, failed_at = failed_at - ?")
    .bind(ms, ms)
    .run();

it("a stored time-stamp is accepted by openssl for its checkpoint, and for no other text", async () => {
  await site.runMinuteJobs();
  const stamp = await get("/api/log/stamps/1/");
  expect(stamp.headers.get("Content-Type")).toBe("application/timestamp-reply");
  const token = new Uint8Array(await stamp.arrayBuffer());
  const note = await (await get("/api/log/checkpoints/1/")).text();
  expect(await authority.verify(note, token)).toContain("Verification: OK");
  await expect(authority.verify(note.replace("\n1\n", "\n2\n"), token)).rejects.toThrow();
  // Nobody has cosigned: these are the bytes of the log's own address, too.
  expect(await site.checkpoint()).toBe(note);
  const [kept] = await site.kept();
  expect(kept).toMatchObject({ size: 1, first_note: note, last_note: note });
  expect(Math.abs(Date.parse(kept?.stamped_at ?? "") - Date.now())).toBeLessThan(30_000);
  expect(kept?.first_witnessed_at).toBe(kept?.stamped_at);
  expect(await site.observers()).toMatchObject([{ kind: "time_stamp", status: "well", size: 1 }]);
});

it("a time-stamp is requested at most once an hour, and only if the log has grown", async () => {
  await site.addTrader("gannet");
  await Promise.all([site.runMinuteJobs(), site.runMinuteJobs(), site.runMinuteJobs()]);
  expect(authority.answers).toHaveLength(1);
  expect((await get("/api/log/stamps/2/")).status).toBe(404);
  await pass(HOUR_MS);
  await Promise.all([site.runMinuteJobs(), site.runMinuteJobs(), site.runMinuteJobs()]);
  expect(authority.answers).toHaveLength(2);
  expect((await get("/api/log/stamps/2/")).status).toBe(200);
  await pass(HOUR_MS);
  await site.runMinuteJobs();
  expect(authority.answers).toHaveLength(2);
});

it.each(["x", "-1", "01", "3", "9".repeat(20)])("there is no time-stamp for the size %s", async (size) => {
  expect((await get(`/api/log/stamps/${size}/`)).status).toBe(404);
  expect((await get(`/api/log/checkpoints/${size}/`)).status).toBe(404);
});

it("an unreachable authority is reported, and asked again after ten minutes", async () => {
  await pass(HOUR_MS);
  await authority.close();
  await site.addTrader("fulmar");
  await site.runMinuteJobs();
  const [failing] = await site.observers();
  expect(failing).toMatchObject({ status: "failing" });
  expect(failing?.failure).toMatch(/^cannot be asked/);
  const { not_ready, details } = await site.ready();
  expect(not_ready).not.toContain("witnesses");
  expect(details[0]).toMatch(
    /^time-stamp authority 127\.0\.0\.1:\d+ is not heard; the last time was \d{4}-\S+$/,
  );
  await site.runMinuteJobs();
  expect((await site.observers())[0]?.failed_at).toBe(failing?.failed_at);
  await pass(10 * 60 * 1000);
  await site.runMinuteJobs();
  expect((await site.observers())[0]?.failed_at).not.toBe(failing?.failed_at);
});
