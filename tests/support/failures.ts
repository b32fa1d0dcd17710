/** Artefacts of tests that fail in the browser: a screenshot of every page and a trace of every browser context. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeEach, type RunnerTestCase } from "vitest";

const FOLDER = ".cache/failures";

/**
 * For the tests of the file that calls this: closes every context opened in a test after it, and saves screenshots and traces
 * in `.cache/failures/` if the test failed. Contexts opened outside of tests stay open until the end of the file.
 */
export function keepFailures(browser: Browser): void {
  let test: Readonly<RunnerTestCase> | undefined;
  const ofTest = new Set<BrowserContext>();
  const ofFile = new Set<BrowserContext>();

  const watch = (context: BrowserContext) => {
    const opened = test ? ofTest : ofFile;
    opened.add(context);
    context.on("close", () => opened.delete(context));
    // Starting a trace fails in a context that is closed at once.
    void context.tracing.start({ title: test?.fullName ?? "" }).catch(() => {});
    // A file's own hooks run before this one's and may close the context.
    const close = context.close.bind(context);
    context.close = async (options) => {
      if (test?.result?.state === "fail") await keep(context, test);
      // Drops the routes that still hold requests.
      const routed = [context, ...context.pages()];
      await Promise.all(routed.map((held) => held.unrouteAll({ behavior: "ignoreErrors" })));
      await close(options);
    };
  };

  browser.on("context", watch);
  beforeEach(({ task }) => {
    test = task;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await Promise.all([...ofFile].map((context) => keep(context, task)));
    await Promise.all([...ofTest].map((context) => context.close()));
    test = undefined;
  });
  afterAll(async () => {
    browser.off("context", watch);
    await Promise.all([...ofFile].map((context) => context.close()));
  });
}

async function keep(context: BrowserContext, test: Readonly<RunnerTestCase>): Promise<void> {
  const name = test.fullName.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120);
  // Several contexts are kept at the same moment.
  const prefix = `${name}-${Date.now()}-${randomUUID().slice(0, 4)}`;
  const path = (kind: string) => join(FOLDER, `${prefix}-${kind}`);
  mkdirSync(FOLDER, { recursive: true });
  const files: string[] = [];
  for (const [index, page] of context.pages().entries()) {
    const file = path(`${index + 1}.png`);
    // A page that hangs must not prevent the others from being saved.
    await page.screenshot({ path: file, timeout: 5_000 }).then(
      () => files.push(file),
      () => {},
    );
  }
  const trace = path("trace.zip");
  await context.tracing.stop({ path: trace }).then(
    () => files.push(`${trace} (npx playwright-core show-trace FILE)`),
    () => {},
  );
  process.stderr.write(["Kept of the failed test:", ...files, ""].join("\n  "));
}
