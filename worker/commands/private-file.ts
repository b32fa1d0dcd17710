/** Files with secrets: only their owner can read them. */
import { chmodSync, closeSync, existsSync, openSync, writeFileSync } from "node:fs";

const OWNER_ALONE = 0o600;

/** Opens the file for writing, emptied, and closes it to others before anything is written. `wx` refuses an existing file. */
export function openPrivate(file: string, flags: "w" | "wx"): number {
  const descriptor = openSync(file, flags, OWNER_ALONE);
  // The mode given on opening leaves a file that exists as it was.
  chmodSync(file, OWNER_ALONE);
  return descriptor;
}

export function writePrivate(file: string, text: string): void {
  const descriptor = openPrivate(file, "w");
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Closes an existing file to others; does nothing if there is no file. */
export function makePrivate(file: string): void {
  if (existsSync(file)) chmodSync(file, OWNER_ALONE);
}
