/** `/.well-known/security.txt` (RFC 9116): whom to contact about a vulnerability of the site. */
import type { Handler } from "hono";
import { LANGUAGES } from "#shared/site/languages.ts";
import type { GatewayEnv } from "./context.ts";
import type { OriginOf } from "./site-address.ts";
import { answerMissingFile } from "./builds/builds.ts";
import { SECURITY_TEXT_DAYS } from "#shared/limits/requests.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

export interface SecurityTextOptions {
  /** The operator's address; without one there is no such file. */
  readonly contactEmail: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly originOf: OriginOf;
}

/** The expiry changes once a day, so that the file is the same all day long. */
export function createSecurityText({
  contactEmail,
  now,
  originOf,
}: SecurityTextOptions): Handler<GatewayEnv> {
  return (c) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(contactEmail)) return answerMissingFile();
    const today = Math.floor(now() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${new Date(today + SECURITY_TEXT_DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${LANGUAGES.join(", ")}`,
      `Canonical: ${originOf(c.req.url)}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=3600" });
  };
}
