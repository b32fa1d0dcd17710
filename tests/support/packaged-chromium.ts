/** The Chromium that the project brings along: `@sparticuz/chromium`, unpacked once to `.cache/`. For Linux on x64. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { version } = JSON.parse(readFileSync("node_modules/@sparticuz/chromium/package.json", "utf8")) as {
  readonly version: string;
};
const FOLDER = resolve(".cache", `chromium-${version}`);

/** Letters are drawn with the package's fonts alone, so that layouts are the same on every machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${FOLDER}/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`;

export const PACKAGED_CHROMIUM = {
  executablePath: join(FOLDER, "chromium"),
  env: { FONTCONFIG_PATH: join(FOLDER, "fonts"), LD_LIBRARY_PATH: join(FOLDER, "al2023", "lib") },
};

/** Unpacks it unless it is there. Processes that do so at the same time do not disturb each other: one renames last and is too late. */
export function unpackChromium(): void {
  if (existsSync(FOLDER)) return;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      "The packaged Chromium serves Linux on x64 only. Set CHROMIUM_PATH to the executable of another.",
    );
  const unfinished = `${FOLDER}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    execFileSync(process.execPath, [fileURLToPath(new URL("unpack-chromium.ts", import.meta.url))], {
      env: { ...process.env, TMPDIR: unfinished },
      stdio: ["ignore", "inherit", "inherit"],
    });
    writeFileSync(join(unfinished, "fonts", "fonts.conf"), FONTS);
    renameSync(unfinished, FOLDER);
  } catch (error) {
    if (!existsSync(FOLDER)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
