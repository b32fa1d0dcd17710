import { describe, expect, it } from "vitest";
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

describe("a live connection", () => {
  it("starts after what the page shows and hands on each event once, in order", () => {
    const test = createLiveTest(7);
    expect(test.newest().path).toBe("/api/live/?after=7");
    test.newest().say(events(8, 9));
    test.newest().say(ready(9));
    test.newest().say(events(9, 11));
    test.newest().say(events(8));
    expect(test.news).toEqual([8, 9, 11]);
    expect(test.modes).toEqual(["live"]);
  });

  it("does not go back where the server it meets knows less", () => {
    const test = createLiveTest(7);
    test.newest().say(ready(5));
    test.newest().say(events(6, 7, 8));
    expect(test.news).toEqual([8]);
  });

  it("does not count the failures of sockets that lived long", async () => {
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

  it("starts from now where the page shows nothing", () => {
    const test = createLiveTest(null);
    expect(test.newest().path).toBe("/api/live/");
    test.newest().say(ready(12));
    test.newest().fail();
    test.clock.advance(5 * SECOND);
    expect(test.newest().path).toBe("/api/live/?after=12");
  });

  it("goes on after the last event it has seen, with growing pauses and jitter", () => {
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

  it("never connects twice at once, whatever dice fall", () => {
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

  it("gives up a socket that says nothing for ten seconds", () => {
    const test = createLiveTest(1);
    test.clock.advance(9_999);
    expect(test.newest().isClosed).toBe(false);
    test.clock.advance(1);
    expect(test.newest().isClosed).toBe(true);
    test.clock.advance(SECOND);
    expect(test.sockets).toHaveLength(2);
  });

  it("pings a quiet socket, and keeps the one that answers", () => {
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

  it("loads afresh where the server says so, or says what is not understood", () => {
    const test = createLiveTest(900);
    test.newest().say({ type: "reset", seq: 40 });
    expect([test.resets(), test.modes]).toEqual([1, ["live"]]);
    test.newest().say(events(41));
    expect(test.news).toEqual([41]);
    test.newest().say('{"type":"of a later version"}');
    test.newest().say("not JSON");
    expect(test.resets()).toBe(3);
  });

  it("ends for good: no timer, no socket, no call after", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.stop();
    expect([test.newest().isClosed, test.clock.pending()]).toEqual([true, 0]);
    test.newest().say(events(2));
    test.move({ isOnline: false });
    expect([test.news, test.modes]).toEqual([[], ["live"]]);
  });
});

describe("where no socket gets through", () => {
  it("asks every few seconds after the third failure in a row", async () => {
    const test = createLiveTest(7);
    test.answers.push(
      { results: eventsAt(8), seq: 9, is_reset: false },
      { results: [], seq: 9, is_reset: false },
      { results: eventsAt(10), seq: 10, is_reset: false },
    );
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

  it("tries a socket again now and then, and stops asking once one is greeted", async () => {
    const test = createLiveTest(7);
    test.answers.push({ results: [], seq: 7, is_reset: false });
    await failUntilAsking(test);
    expect(test.sockets).toHaveLength(3);
    for (let passed = 0; passed < 60; passed += 5) {
      test.answers.push({ results: [], seq: 7, is_reset: false });
      test.clock.advance(5 * SECOND);
      await settle();
    }
    expect(test.sockets).toHaveLength(4);
    test.newest().say(ready(7));
    const before = test.asked.length;
    test.clock.advance(20 * SECOND);
    await settle();
    expect(test.asked).toHaveLength(before);
    expect(test.modes.at(-1)).toBe("live");
  });

  it("takes no step back where the socket has been faster than the answer", async () => {
    const test = createLiveTest(7);
    test.answers.push({ results: [], seq: 7, is_reset: false });
    await failUntilAsking(test);
    for (let passed = 0; passed < 60; passed += 5) {
      await settle();
      test.answers.push({ results: [], seq: 7, is_reset: false });
      test.clock.advance(5 * SECOND);
    }
    test.newest().say(ready(7));
    test.newest().say(events(8));
    await settle();
    test.newest().say(events(8));
    expect([test.asked.length, test.news]).toEqual([13, [8]]);
  });

  it("tells nothing of an answer that comes after the end", async () => {
    const test = createLiveTest(7);
    await failUntilAsking(test);
    test.answers.push({ results: eventsAt(8), seq: 8, is_reset: false });
    test.clock.advance(10 * SECOND);
    test.stop();
    await settle();
    expect([test.asked.length, test.news]).toEqual([2, []]);
  });

  it("goes on asking an upstream that fails for the moment", async () => {
    const test = createLiveTest(7);
    test.answers.push(new HttpError({ status: 503, code: "", detail: "" }));
    await failUntilAsking(test);
    expect(test.modes.at(-1)).toBe("paused");
    test.clock.advance(10 * SECOND);
    expect(test.asked).toHaveLength(2);
  });

  it("asks less often while asking fails", async () => {
    const test = createLiveTest(7);
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

  it("loads afresh where asking says so", async () => {
    const test = createLiveTest(7);
    test.answers.push({ results: [], seq: 500, is_reset: true });
    await failUntilAsking(test);
    expect(test.resets()).toBe(1);
  });

  it("leaves an upstream alone that has no live news", async () => {
    const test = createLiveTest(7);
    test.answers.push(new HttpError({ status: 404, code: "not_found", detail: "Not found." }));
    await failUntilAsking(test);
    expect([test.modes.at(-1), test.clock.pending()]).toEqual(["none", 0]);
    test.move({ isVisible: false });
    test.move({ isVisible: true });
    expect(test.sockets).toHaveLength(3);
  });
});

describe("a page that nobody sees, or without a network", () => {
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

  it("does not turn to asking while hidden", async () => {
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

  it("makes sure of its socket when it is seen again", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.move({ isVisible: false });
    test.move({ isVisible: true });
    expect(test.newest().sent).toEqual(["ping"]);
    test.clock.advance(10 * SECOND);
    expect(test.newest().isClosed).toBe(true);
  });

  it("does nothing while offline and connects at once when back", () => {
    const test = createLiveTest(1);
    test.newest().say(ready(1));
    test.move({ isOnline: false });
    expect([test.newest().isClosed, test.clock.pending(), test.modes.at(-1)]).toEqual([true, 0, "paused"]);
    test.move({ isOnline: true });
    expect(test.sockets).toHaveLength(2);
  });

  it("does not ask while hidden, and asks at once when seen", async () => {
    const test = createLiveTest(1);
    test.answers.push(
      { results: [], seq: 1, is_reset: false },
      { results: eventsAt(2), seq: 2, is_reset: false },
    );
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
