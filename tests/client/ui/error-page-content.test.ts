import { describe, expect, it } from "vitest";
import { createApplicationError, toPageError } from "#client/ui/error-page-content.ts";

/** As the router hands on what a loader has thrown. */
function routeAnswer(data: unknown, status: number, statusText: string) {
  return { data, status, statusText, internal: false };
}

describe("what the error page shows", () => {
  it.each([
    [
      "a route's answer with a message",
      routeAnswer("The price feed is closed.", 503, "Maintenance"),
      { status: 503, statusMessage: "Maintenance", description: "The price feed is closed." },
    ],
    ["a route's answer without one", routeAnswer(null, 404, ""), { status: 404 }],
    ["a route's answer with data", routeAnswer({ detail: "x" }, 400, ""), { status: 400 }],
    [
      "an error that carries a status",
      Object.assign(new Error("Back at noon."), { status: 503, statusMessage: "Maintenance" }),
      { status: 503, statusMessage: "Maintenance", description: "Back at noon." },
    ],
    ["any other error", new TypeError("x is null"), { status: 500, message: "x is null" }],
    ["an error without a message", new Error(""), { status: 500 }],
    [
      "an error with a status that is none",
      Object.assign(new Error("x"), { status: "503" }),
      { status: 500, message: "x" },
    ],
    ["a thrown text", "out of ink", { status: 500, message: "out of ink" }],
    ["a thrown nothing", undefined, { status: 500 }],
    ["a page error", { status: 500, requestId: "r" }, { status: 500, requestId: "r" }],
  ])("is correct for %s", (_name, thrown, expected) => {
    expect(toPageError(thrown)).toEqual(expected);
  });

  it("is limited to 300 characters", () => {
    expect(toPageError(new Error("x".repeat(5000))).message).toHaveLength(300);
    const answer = routeAnswer("x".repeat(5000), 503, "y".repeat(5000));
    expect(toPageError(answer).description).toHaveLength(300);
    expect(toPageError(answer).statusMessage).toHaveLength(300);
  });
});

it("the application's error is the first one reported, until it is cleared", () => {
  const application = createApplicationError();
  application.report({ status: 503, statusMessage: "Closed for the night" });
  application.report(new Error("followed from the first"));
  expect(application.current()).toEqual({ status: 503, statusMessage: "Closed for the night" });
  application.clear();
  expect(application.current()).toBeNull();
  application.report(new Error("another page's"));
  expect(application.current()).toEqual({ status: 500, message: "another page's" });
});
