/** The address of a request, as passed by the gateway, and the part of it that is stored. */
import { addressNetwork } from "#worker/http/address-network.ts";

/** Last hop of `X-Forwarded-For`, the one the gateway saw; earlier ones are claims of the client. Null if there is none. */
export function clientAddress(headers: Headers): string | null {
  return headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim() || null;
}

/** The network that sessions and the audit log store instead of an address: IPv4 /24, IPv6 /48; empty if unknown. */
export function clientNetwork(headers: Headers): string {
  const address = clientAddress(headers);
  return address === null ? "" : addressNetwork(address, { ipv4Bits: 24, ipv6Bits: 48 });
}
