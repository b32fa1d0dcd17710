/** Finds a real Chromium: CHROMIUM_PATH, else the system's, else the one in the npm package; throws if there is none. */
import { accessSync, constants } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packaged, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

const NONE_FOUND =
  "There is no Chromium to be found. Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH " +
  "to its executable. The copy in the npm package @sparticuz/chromium serves Linux on x64 only.";

/** Headless Chromium identifies itself as "HeadlessChrome", which the site takes for a crawler. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** Launches a separate headless browser; the caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
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

/** The path of its executable. */
export async function findChromium(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is "${named}", which is not an executable file.`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const system = folders
    .flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name)))
    .find(isExecutable);
  return system ?? findPackaged();
}

async function findPackaged(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error(NONE_FOUND);
  try {
    // The package includes the libraries (NSS) that a minimal machine lacks.
    const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
    const libraries = await inflate(join(bin, "al2023.tar.br"));
    setupLambdaEnvironment(join(libraries, "lib"));
    return await packaged.executablePath();
  } catch (error) {
    throw new Error(NONE_FOUND, { cause: error });
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
