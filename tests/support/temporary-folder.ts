import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the tests of the file or `describe` that calls this, removed after the last of them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
