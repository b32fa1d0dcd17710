/** The Chromium of tests and benchmarks: the packaged one, unless `CHROMIUM_PATH` names another. */
import { accessSync, constants } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { PACKAGED_CHROMIUM, unpackChromium } from "./packaged-chromium.ts";

/** Headless Chromium identifies itself as "HeadlessChrome", which the site takes for a crawler. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** Launches a separate headless browser; the caller closes it. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-quic",
      "--disable-sync",
      "--no-first-run",
      "--no-sandbox",
      `--user-agent=${USER_AGENT}`,
    ],
  });
}

/** The path of its executable, and the environment that it needs beside that of this process. */
export function findChromium(): {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const named = process.env["CHROMIUM_PATH"];
  if (!named) {
    unpackChromium();
    return PACKAGED_CHROMIUM;
  }
  try {
    accessSync(named, constants.X_OK);
  } catch (error) {
    throw new Error(`CHROMIUM_PATH is "${named}", which is not an executable file.`, { cause: error });
  }
  return { executablePath: named, env: {} };
}

/** Global set-up of the tests in a browser (vitest.config.ts): unpacks it before their processes start. */
export function setup(): void {
  findChromium();
}
