import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readConfig } from "#worker/config.ts";

const readBase = (address: string) => readConfig({ ...env, API_BASE_URL: address }).apiBaseUrl;

it("writes the operator's backend as addresses are compared", () => {
  expect(readBase("HTTPS://API.Operator.Example:443")).toBe("https://api.operator.example");
  expect(readBase("http://localhost:8000//")).toBe("http://localhost:8000");
  expect(readBase("http://localhost:8000/a/../v1/")).toBe("http://localhost:8000/v1");
  expect(readBase("")).toBeNull();
});

it("refuses an address that paths cannot be put behind", () => {
  for (const address of [
    "api.operator.example",
    "ftp://host",
    "http://user@host",
    "http://host/?a=1",
    "http://host/#a",
  ]) {
    expect(() => readBase(address), address).toThrow();
  }
});
