/** The network of an address: stored or counted instead of the address itself. */

/**
 * The network of an address in CIDR notation: `203.0.113.0/24`, `2001:db8:1::/48`. An IPv4 address inside IPv6 counts as
 * IPv4. Text that is not an address is returned unchanged. `ipv4Bits` is a multiple of 8, `ipv6Bits` of 16.
 */
export function addressNetwork(
  address: string,
  { ipv4Bits, ipv6Bits }: { readonly ipv4Bits: number; readonly ipv6Bits: number },
): string {
  const bytes = parseIpv4(address.replace(/^::ffff:(?=\d+\.)/i, ""));
  if (bytes) {
    const kept = bytes.map((byte, index) => (index * 8 < ipv4Bits ? byte : "0"));
    return `${kept.join(".")}/${ipv4Bits}`;
  }
  const groups = parseIpv6(address);
  if (!groups) return address;
  return `${groups.slice(0, ipv6Bits / 16).join(":")}::/${ipv6Bits}`;
}

/**
 * The key by which a client is counted: for an IPv6 address its /64, which usually belongs to one customer; calls without an
 * address count together.
 */
export function countedNetwork(address: string | null): string {
  return address === null ? "unknown" : addressNetwork(address, { ipv4Bits: 32, ipv6Bits: 64 });
}

function parseIpv4(text: string): string[] | null {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? text.split(".") : null;
}

/** Eight groups without leading zeros, or null. */
function parseIpv6(text: string): string[] | null {
  const url = text.includes(":") ? URL.parse(`http://[${text}]`) : null;
  if (!url) return null;
  const [head = "", tail] = url.hostname.slice(1, -1).split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}
