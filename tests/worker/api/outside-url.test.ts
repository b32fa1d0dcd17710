import { describe, expect, it } from "vitest";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";

describe("an outbound address", () => {
  it.each([
    "https://hooks.example.com/tidemark",
    "https://hooks.example.com:443/",
    "https://hooks.example.com:8443/a?token=b",
    "https://xn--bcher-kva.de/",
    "https://bücher.de./",
    "https://localhost.example.com/",
    "https://127.0.0.1.nip.io/",
    "https://local.de/",
  ])("may be %s", (url) => {
    expect(problemOfOutsideUrl(url, false)).toBe(null);
  });

  it.each([
    ["http://hooks.example.com/", "https"],
    ["ftp://hooks.example.com/", "https"],
    ["javascript:alert(1)", "https"],
    ["https://hooks.example.com:80/", "port"],
    ["https://hooks.example.com:8080/", "port"],
    ["https://me@hooks.example.com/", "user name"],
    ["https://me:secret@hooks.example.com/", "user name"],
    ["https://hooks.example.com/#part", "#"],
    ["https://", "like https"],
    // Of the spellings of an IP address, which the URL parser normalises, one of each kind.
    ["https://localhost/", "public name"],
    ["https://LOCALHOST./", "public name"],
    ["https://localhost../", "public name"],
    ["https://a.localhost/", "public name"],
    ["https://127.0.0.1../", "IP"],
    ["https://0x7f.1../", "public name"],
    ["https://127.0.0.1/", "IP"],
    ["https://127.0.0.1./", "IP"],
    ["https://0x7f000001/", "IP"],
    ["https://017700000001/", "IP"],
    ["https://１２７.0.0.1/", "IP"],
    ["https://[::1]/", "IP"],
    ["https://[::ffff:127.0.0.1]/", "IP"],
    ["https://[64:ff9b::7f00:1]/", "IP"],
    // Inner names, and where clouds keep what is nobody's.
    ["https://169.254.169.254/latest/meta-data/", "IP"],
    ["https://[fe80::1]/", "IP"],
    ["https://0xC0A80101/", "IP"],
    ["https://metadata.google.internal/", "public name"],
    ["https://printer.local/", "public name"],
    ["https://printer.local./", "public name"],
    ["https://router.home.arpa/", "public name"],
    ["https://intranet/", "public name"],
    ["https://hooks.test/", "public name"],
    // Public addresses too: nobody can say whose they are tomorrow.
    ["https://93.184.216.34/", "IP"],
    ["https://[2606:2800:220:1::1]/", "IP"],
  ])("cannot be %s (%s)", (url, problem) => {
    expect(problemOfOutsideUrl(url, false)).toContain(problem);
  });

  it.each([
    "http://127.0.0.1:3000/",
    "http://127.0.0.2:3000/",
    "http://localhost:3000/a",
    "http://[::1]:9/",
    "https://localhost/",
  ])("may be %s if the site runs on the same machine", (url) => {
    expect(problemOfOutsideUrl(url, true)).toBe(null);
  });

  it.each([
    "https://hooks.example.com/",
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://127.0.0.1.example:3000/",
    "http://me@127.0.0.1/",
    "ftp://127.0.0.1/",
  ])("cannot be %s if the site runs on a developer's machine", (url) => {
    expect(problemOfOutsideUrl(url, true)).not.toBe(null);
  });
});
