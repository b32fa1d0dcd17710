/** Which addresses messages may be sent to: webhooks and push. */
import { isOwnMachine } from "#worker/http/own-machine.ts";

/** Names that always stay inside a network (RFC 6761, 6762, 8375; ICANN reserved `internal`). */
const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|invalid|test|example)$/;
const PORTS: ReadonlySet<string> = new Set(["", "8443"]);

/**
 * What is wrong with an address, or null. The URL parser has normalised every spelling of an IP address (decimal, octal,
 * hex, mapped into IPv6). A local site sends only to its own machine: a copy of a site's database must not send in the
 * site's name.
 */
export function problemOfOutsideUrl(text: string, isLocal: boolean): string | null {
  const url = URL.parse(text);
  if (url === null) return "must be an address like https://example.com/path";
  if (url.username !== "" || url.password !== "") return "must have no user name and no password";
  if (url.hash !== "") return "must have no fragment (#)";
  if (isLocal) {
    const isOnThisMachine = isOwnMachine(url.host) && /^https?:$/.test(url.protocol);
    return isOnThisMachine
      ? null
      : "must be on this machine, like http://127.0.0.1:3000/, because the site is";
  }
  if (url.protocol !== "https:") return "must begin with https://";
  if (!PORTS.has(url.port)) return "must have port 443 or 8443";
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return "must have a host name, not an IP address";
  // Some resolvers drop every trailing dot.
  if (!host.includes(".") || host.endsWith(".") || INNER_NAMES.test(host)) return "must have a public name";
  return null;
}
