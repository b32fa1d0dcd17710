/** What went wrong, in words for the person who runs a command. */

/** Node's wording. */
const NO_FILE = /^ENOENT: [^,\n]+, \w+ '([^'\n]+)'/;

/** Node's wording, its own or in the output of a tool. */
const NO_PERMISSION = /\b(?:EACCES|EPERM|EROFS): [^,\n]+, \w+ '([^'\n]+)'/;

/** The same in wrangler's own words. */
const WRANGLER_NO_PERMISSION = /permission error[\s\S]*?Affected path: (\S.*)/i;

/** Wrangler's wording if it must not prompt, before the first login and after a login has expired. */
const NO_LOGIN = /necessary to set a CLOUDFLARE_API_TOKEN|Not logged in/;

/**
 * One sentence if a file is missing, or may not be read or written, if a site does not answer, or if wrangler has no login;
 * otherwise the error's own message.
 */
export function wordsOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const missing = NO_FILE.exec(message)?.[1];
  if (missing !== undefined) return `There is no file or folder ${missing}.`;
  if (message.startsWith("EISDIR: ")) return "This is a folder, not a file.";
  if (error instanceof TypeError && message === "fetch failed") return `No answer: ${causeOfFetch(error)}.`;
  const file = (NO_PERMISSION.exec(message) ?? WRANGLER_NO_PERMISSION.exec(message))?.[1];
  if (file !== undefined) return `You have no permission to read or write ${file}.`;
  if (NO_LOGIN.test(message))
    return "You are not logged in at Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.";
  return message;
}

/** If a name has several addresses, the cause has a code alone. */
function causeOfFetch({ cause }: TypeError): string {
  if (!(cause instanceof Error)) return "no reason is known";
  return cause.message || ("code" in cause ? String(cause.code) : cause.name);
}
