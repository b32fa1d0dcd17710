import { expect, it } from "vitest";
import { wordsOfError } from "#worker/commands/error-words.ts";

it.each([
  "EACCES: permission denied, open '/srv/its mine.sql'",
  "EROFS: read-only file system, open '/srv/its mine.sql'",
  "EPERM: operation not permitted, chmod '/srv/its mine.sql'",
  "wrangler d1 export\n✘ [ERROR] EACCES: permission denied, open '/srv/its mine.sql'\n    at async open (node:internal/fs)\n",
  "✘ [ERROR] A permission error occurred while accessing the file system.\n\n  Affected path: /srv/its mine.sql\n  \n  This is typically",
])("a missing permission is one sentence that names the file: %s", (message) => {
  expect(wordsOfError(new Error(message))).toBe("You have no permission to read or write /srv/its mine.sql.");
});

it.each([
  "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
  "✘ [ERROR] Not logged in. Please run `wrangler login` to authenticate.",
])("a missing login is one sentence that says how to log in: %s", (message) => {
  expect(wordsOfError(new Error(message))).toBe(
    "You are not logged in at Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.",
  );
});

it.each([
  [
    new Error("ENOENT: no such file or directory, open 'its mine.sql'"),
    "There is no file or folder its mine.sql.",
  ],
  [new Error("EISDIR: illegal operation on a directory, read"), "This is a folder, not a file."],
  [
    new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND signals.example") }),
    "No answer: getaddrinfo ENOTFOUND signals.example.",
  ],
  [
    new TypeError("fetch failed", { cause: Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }) }),
    "No answer: ECONNREFUSED.",
  ],
])("what Node says about a file or a site is one sentence: %s", (error, words) => {
  expect(wordsOfError(error)).toBe(words);
});

it("every other error keeps its words", () => {
  expect(wordsOfError(new Error("tidemark.sql exists already"))).toBe("tidemark.sql exists already");
  expect(wordsOfError("no reason")).toBe("no reason");
});
