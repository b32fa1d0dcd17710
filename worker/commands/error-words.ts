/** What went wrong, in words for the person who runs a command. */

/** Node's wording, its own or in the output of a tool. */
const NO_PERMISSION = /\b(?:EACCES|EPERM|EROFS): [^,\n]+, \w+ '([^'\n]+)'/;

/** The same in wrangler's own words. */
const WRANGLER_NO_PERMISSION = /permission error[\s\S]*?Affected path: (\S.*)/i;

/** Wrangler's wording if it must not prompt, before the first login and after a login has expired. */
const NO_LOGIN = /necessary to set a CLOUDFLARE_API_TOKEN|Not logged in/;

/** One sentence if a file may not be read or written, or wrangler has no login; otherwise the error's own message. */
export function wordsOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const file = (NO_PERMISSION.exec(message) ?? WRANGLER_NO_PERMISSION.exec(message))?.[1];
  if (file !== undefined) return `You have no permission to read or write ${file}.`;
  if (NO_LOGIN.test(message))
    return "You are not logged in at Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.";
  return message;
}
