import { describe, expect, it } from "vitest";
import { retryDelayMs, type FailedAttempt } from "#worker/gateway/proxy/retry-policy.ts";

const LISTED = [408, 409, 425, 429, 500, 502, 503, 504];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

function failed(
  change: Partial<FailedAttempt> & { status?: number; retryAfter?: string | null } = {},
): FailedAttempt {
  const { status = 503, retryAfter = null, ...rest } = change;
  return {
    method: "GET",
    path: "/api/signals/",
    failure: { kind: "status", status, retryAfter },
    attempt: 1,
    elapsedMs: 0,
    nowMs: NOW,
    random: () => 0.5,
    ...rest,
  };
}

describe("the statuses that are retried", () => {
  it("are the listed ones and no other from 200 to 599", () => {
    const retried = Array.from({ length: 400 }, (_, index) => 200 + index).filter(
      (status) => retryDelayMs(failed({ status })) !== null,
    );
    expect(retried).toEqual(LISTED);
  });

  it.each(["login", "refresh", "logout"])("include every listed one for a POST to /api/auth/%s/", (call) => {
    for (const status of LISTED) {
      const delayMs = retryDelayMs(failed({ method: "POST", status, path: `/api/auth/${call}/` }));
      expect(delayMs, String(status)).not.toBeNull();
    }
  });

  it.each(METHODS)("for %s to other calls below /api/auth/ include 5xx only if it is a read", (method) => {
    const isRead = method === "GET" || method === "HEAD";
    for (const path of ["/api/auth/me/", "/api/auth/me/passcode/", "/api/auth/login/x/"]) {
      for (const status of LISTED) {
        const isRetried = retryDelayMs(failed({ method, status, path })) !== null;
        expect(isRetried, `${path} ${status}`).toBe(isRead || status < 500);
      }
    }
  });

  it.each(METHODS)("are none for %s elsewhere, unless it is GET or HEAD", (method) => {
    const isRead = method === "GET" || method === "HEAD";
    for (const path of ["/api/signals/", "/api/authors/", "/api/auth", "/api/x/api/auth/"]) {
      for (const status of LISTED)
        expect(retryDelayMs(failed({ method, status, path })) !== null, `${path} ${status}`).toBe(isRead);
    }
  });
});

it.each(METHODS)(
  "a %s without an answer is retried only if it is GET or HEAD, even below /api/auth/",
  (method) => {
    for (const path of ["/api/signals/", "/api/auth/refresh/"]) {
      const delay = retryDelayMs(failed({ method, path, failure: { kind: "fault" } }));
      expect(delay !== null).toBe(method === "GET" || method === "HEAD");
    }
  },
);

describe("retries", () => {
  it("are limited to three, and double the upper limit of their delay each time", () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) => retryDelayMs(failed({ attempt, random: () => 0.5 })));
    expect(delays).toEqual([50, 100, 200, null, null]);
  });

  it("stop when the delay would use up the 12 seconds", () => {
    expect(retryDelayMs(failed({ elapsedMs: 11_949 }))).toBe(50);
    expect(retryDelayMs(failed({ elapsedMs: 11_950 }))).toBeNull();
  });
});

describe("Retry-After", () => {
  it.each([
    ["seconds", "2", 2_000],
    ["seconds at the cap", "5", 5_000],
    ["seconds beyond the cap", "6", null],
    ["zero, which leaves the back-off", "0", 50],
    ["a date two seconds ahead", "Sat, 21 Nov 2026 12:00:02 GMT", 2_000],
    ["a date beyond the cap", "Sat, 21 Nov 2026 12:00:06 GMT", null],
    ["a date that has passed", "Sat, 21 Nov 2026 11:59:00 GMT", 50],
    ["words", "soon", 50],
  ])("with %s (%s) is followed, ignored or prevents the retry", (_name, retryAfter, expected) => {
    expect(retryDelayMs(failed({ retryAfter }))).toBe(expected);
  });

  it("prevents the retry if it is longer than what is left of the 12 seconds", () => {
    expect(retryDelayMs(failed({ retryAfter: "3", elapsedMs: 8_999 }))).toBe(3_000);
    expect(retryDelayMs(failed({ retryAfter: "3", elapsedMs: 9_000 }))).toBeNull();
  });
});
