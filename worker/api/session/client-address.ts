/** Where a request came from, as the gateway says, and how much of it is kept. */
import { addressNetwork } from "#worker/http/address-network.ts";

/** Last hop of `X-Forwarded-For`, the one the gateway saw; earlier ones are the client's word. Null where there is none. */
export function clientAddress(headers: Headers): string | null {
  return headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim() || null;
}

/** The network that sessions and the audit log keep instead of an address: IPv4 /24, IPv6 /48; empty where unknown. */
export function clientNetwork(headers: Headers): string {
  const address = clientAddress(headers);
  return address === null ? "" : addressNetwork(address, { ipv4Bits: 24, ipv6Bits: 48 });
}
