import { describe, expect, it } from "vitest";
import type { LivePage } from "#shared/contracts/live.ts";
import { HttpError } from "#client/data/http-error.ts";
import { settle } from "#tests/support/session-world.ts";
import { createLiveTest, events, eventsAt, type LiveTest, ready } from "#tests/client/data/live-world.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Lets every socket fail as soon as it is opened, until the page has turned to asking. */
async function failUntilAsking(test: LiveTest): Promise<void> {
  for (let failure = 0; failure < 3; failure += 1) {
    test.newest().fail();
    if (failure < 2) test.clock.advance(10 * SECOND);
  }
  await settle();
}

const answer = (seq: number, ...published: number[]): LivePage => ({
  results: eventsAt(...published),
  seq,
  is_reset: false,
});

/** Lets a page that asks do so for a minute, after which it tries a socket again. */
async function askForAMinute(test: LiveTest, seq: number): Promise<void> {
  for (let passed = 0; passed < 60; passed += 5) {
    await settle();
    test.answers.push(answer(seq));
    test.clock.advance(5 * SECOND);
  }
}

describe("a live connection", () => {
  it("starts after the page's last event, and passes each event on once, in order", () => {
    const test = createLiveTest(7);
    expect(test.newest().path).toBe("/api/live/?after=7");
    test.newest().say(events(8, 9));
    test.newest().say(ready(9));
    test.newest().say(events(9, 11));
    test.newest().say(events(8));
    expect(test.news).toEqual([8, 9, 11]);
    expect(test.modes).toEqual(["live"]);
  });

  it("ignores events that the page already has, even if the server starts further back", () => {
    const test = createLiveTest(7);
    test.newest().say(ready(5));
    test.newest().say(events(6, 7, 8));
    expect(test.news).toEqual([8]);
  });

  it("does not count failures of sockets that had stayed open for long", async () => {
    const test = createLiveTest(1);
    for (let socket = 0; socket < 4; socket += 1) {
      test.newest().say(ready(1));
      test.clock.advance(25 * SECOND);
      test.newest().fail();
      test.clock.advance(SECOND);
    }
    await settle();
    expect([test.sockets.length, test.asked]).toEqual([5, []]);
  });

  it("reconnects after the last event seen, with growing, jittered pauses", () => {
    const test = createLiveTest(7);
    test.newest().say(ready(7));
    test.newest().say(events(8));
    test.newest().fail();
    expect(test.modes).toEqual(["live", "paused"]);
    test.clock.advance(999);
    expect(test.sockets).toHaveLength(1);
    test.clock.advance(1);
    expect(test.sockets.map(({ path }) => path)).toEqual(["/api/live/?after=7", "/api/live/?after=8"]);
    test.newest().fail();
    test.clock.advance(1999);
    expect(test.sockets).toHaveLength(2);
    test.clock.advance(1);
    expect(test.sockets).toHaveLength(3);
  });

  it("never has two sockets open at once, whatever the jitter", () => {
    for (const dice of [0, 0.999]) {
      const test = createLiveTest(1, () => dice);
      test.newest().say(ready(1));
      for (let failure = 0; failure < 6; failure += 1) {
        test.newest().fail();
        test.newest().fail();
        test.move({});
        for (let passed = 0; passed < 2 * MINUTE; passed += SECOND) {
          test.clock.advance(SECOND);
          expect(test.sockets.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it("closes a socket that stays silent for ten seconds, and opens another", () => {
    const test = createLiveTest(1);
    test.clock.advance(9_999);
    expect(test.newest().isClosed).toBe(false);
    test.clock.advance(1);
    expect(test.newest().isClosed).toBe(true);
    test.clock.advance(SECOND);
    expect(test.sockets).toHaveLength(2);
  });

  it("pings an idle socket, keeps it while it answers, and closes it otherwise", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    for (let round = 1; round <= 3; round += 1) {
      test.clock.advance(25 * SECOND);
      expect(test.newest().sent).toHaveLength(round);
      test.newest().say("pong");
    }
    test.clock.advance(25 * SECOND);
    test.clock.advance(10 * SECOND);
    expect(test.newest().isClosed).toBe(true);
    expect(test.sockets[0]?.sent).toEqual(["ping", "ping", "ping", "ping"]);
  });

  it("asks for a reload of the data after a reset or a message that it does not understand", () => {
    const test = createLiveTest(900);
    test.newest().say({ type: "reset", seq: 40 });
    expect([test.resets(), test.modes]).toEqual([1, ["live"]]);
    test.newest().say(events(41));
    expect(test.news).toEqual([41]);
    test.newest().say('{"type":"of a later version"}');
    test.newest().say("not JSON");
    expect(test.resets()).toBe(3);
  });
});

describe("polling, when no WebSocket can be opened", () => {
  it("starts after the third failure in a row, every few seconds", async () => {
    const test = createLiveTest(7);
    test.answers.push(answer(9, 8), answer(9), answer(10, 10));
    await failUntilAsking(test);
    expect(test.asked).toEqual(["/api/live/events/?after=7"]);
    expect(test.news).toEqual([8]);
    for (let round = 0; round < 2; round += 1) {
      test.clock.advance(5 * SECOND);
      await settle();
    }
    expect(test.asked.slice(1)).toEqual(["/api/live/events/?after=9", "/api/live/events/?after=9"]);
    expect(test.news).toEqual([8, 10]);
    expect(test.modes.at(-1)).toBe("asking");
  });

  it("tries a socket again now and then, and stops once one works", async () => {
    const test = createLiveTest(7);
    test.answers.push(answer(7));
    await failUntilAsking(test);
    expect(test.sockets).toHaveLength(3);
    await askForAMinute(test, 7);
    await settle();
    expect(test.sockets).toHaveLength(4);
    test.newest().say(ready(7));
    const before = test.asked.length;
    test.clock.advance(20 * SECOND);
    await settle();
    expect(test.asked).toHaveLength(before);
    expect(test.modes.at(-1)).toBe("live");
  });

  it("does not repeat events that the socket has delivered before the response", async () => {
    const test = createLiveTest(7);
    test.answers.push(answer(7));
    await failUntilAsking(test);
    await askForAMinute(test, 7);
    test.newest().say(ready(7));
    test.newest().say(events(8));
    await settle();
    test.newest().say(events(8));
    expect([test.asked.length, test.news]).toEqual([13, [8]]);
  });

  it("goes on after a 503 or a network fault, and slows down while it keeps failing", async () => {
    const test = createLiveTest(7);
    test.answers.push(new HttpError({ status: 503, code: "", detail: "" }));
    await failUntilAsking(test);
    expect(test.modes.at(-1)).toBe("paused");
    const times: number[] = [];
    for (let second = 1; second <= 45; second += 1) {
      const before = test.asked.length;
      test.clock.advance(SECOND);
      await settle();
      if (test.asked.length > before) times.push(second);
    }
    expect(times).toEqual([10, 30]);
  });

  it("asks for a reload of the data if the response says reset", async () => {
    const test = createLiveTest(7);
    test.answers.push({ ...answer(500), is_reset: true });
    await failUntilAsking(test);
    expect(test.resets()).toBe(1);
  });

  it("stops if the backend answers 404, as it has no live events", async () => {
    const test = createLiveTest(7);
    test.answers.push(new HttpError({ status: 404, code: "not_found", detail: "Not found." }));
    await failUntilAsking(test);
    expect([test.modes.at(-1), test.clock.pending()]).toEqual(["none", 0]);
    test.move({ isVisible: false });
    test.move({ isVisible: true });
    expect(test.sockets).toHaveLength(3);
  });
});

describe("a page that is hidden or offline", () => {
  it("keeps its socket while hidden, but opens none", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.move({ isVisible: false });
    test.newest().say(events(2));
    expect(test.news).toEqual([2]);
    test.newest().fail();
    test.clock.advance(10 * MINUTE);
    expect(test.sockets).toHaveLength(1);
    test.move({ isVisible: true });
    expect(test.newest().path).toBe("/api/live/?after=2");
  });

  it("does not start polling while hidden", async () => {
    const test = createLiveTest(1);
    for (const pauseMs of [SECOND, 2 * SECOND]) {
      test.newest().fail();
      test.clock.advance(pauseMs);
    }
    test.move({ isVisible: false });
    test.newest().fail();
    await settle();
    expect([test.sockets.length, test.asked]).toEqual([3, []]);
  });

  it("pings its socket when it becomes visible, and closes it without an answer", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.move({ isVisible: false });
    test.move({ isVisible: true });
    expect(test.newest().sent).toEqual(["ping"]);
    test.clock.advance(10 * SECOND);
    expect(test.newest().isClosed).toBe(true);
  });

  it("closes its socket while offline, and reconnects at once when online", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.move({ isOnline: false });
    expect([test.newest().isClosed, test.clock.pending(), test.modes.at(-1)]).toEqual([true, 0, "paused"]);
    test.move({ isOnline: true });
    expect(test.sockets).toHaveLength(2);
  });

  it("does not poll while hidden, and polls at once when visible", async () => {
    const test = createLiveTest(1);
    test.answers.push(answer(1), answer(2, 2));
    await failUntilAsking(test);
    test.move({ isVisible: false });
    test.clock.advance(MINUTE);
    await settle();
    expect(test.asked).toHaveLength(1);
    test.move({ isVisible: true });
    await settle();
    expect(test.news).toEqual([2]);
  });
});
