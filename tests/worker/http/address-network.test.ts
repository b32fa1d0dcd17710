import { describe, expect, it } from "vitest";
import { addressNetwork, countedNetwork } from "#worker/http/address-network.ts";

it.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["::FFFF:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::6", "2001:db8:1::/48"],
  ["2001:db8::6", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["not an address", "not an address"],
  ["a:b", "a:b"],
])("addressNetwork turns %s into %s", (address, network) => {
  expect(addressNetwork(address, { ipv4Bits: 24, ipv6Bits: 48 })).toBe(network);
});

describe("countedNetwork", () => {
  it("is the same for one customer's IPv6 addresses, and different for neighbours", () => {
    expect(countedNetwork("2001:db8:1:2::1")).toBe(countedNetwork("2001:db8:1:2:ffff::9"));
    expect(countedNetwork("2001:db8:1:2::1")).not.toBe(countedNetwork("2001:db8:1:3::1"));
    expect(countedNetwork("203.0.113.7")).not.toBe(countedNetwork("203.0.113.8"));
  });

  it('is "unknown" without an address', () => {
    expect(countedNetwork(null)).toBe("unknown");
  });
});
