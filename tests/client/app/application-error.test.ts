import { describe, expect, it } from "vitest";
import { createApplicationError } from "#client/app/application-error.ts";

describe("the application's error", () => {
  it("is the first one, until the page is left", () => {
    const application = createApplicationError();
    application.report({ status: 503, statusMessage: "Closed for the night" });
    application.report(new Error("followed from the first"));
    expect(application.current()).toEqual({ status: 503, statusMessage: "Closed for the night" });
    application.clear();
    expect(application.current()).toBeNull();
    application.report(new Error("another page's"));
    expect(application.current()).toEqual({ status: 500, message: "another page's" });
  });

  it("tells of each change and of nothing else", () => {
    const application = createApplicationError();
    const told: unknown[] = [];
    const stop = application.subscribe(() => told.push(application.current()?.status ?? null));
    application.clear();
    application.report(new Error("first"));
    application.report(new Error("second"));
    application.clear();
    stop();
    application.report(new Error("third"));
    expect(told).toEqual([500, null]);
  });
});
