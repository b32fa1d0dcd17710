import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { API_PATHS } from "#shared/routes.ts";
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

it("opens the paths that the operator names, and else those of the contract", () => {
  const read = (text: string) => readConfig({ ...env, API_PATHS: text }).apiPaths;
  expect(read("/api/auth/ /api/v1.2/reports/")).toEqual(["/api/auth/", "/api/v1.2/reports/"]);
  expect(read("\n  /api/auth/\n  /api/ \n")).toEqual(["/api/auth/", "/api/"]);
  expect(readConfig(env).apiPaths).toEqual(API_PATHS);
  expect(read(" ")).toEqual(API_PATHS);
  for (const wrong of [
    "/",
    "/admin/",
    "/api",
    "/api/auth",
    "api/auth/",
    "/api/../",
    "/api/a,/api/b/",
    "/api/%61/",
  ])
    expect(() => read(wrong), wrong).toThrow("API_PATHS: must be paths");
});

it("takes a secret for the backend that nobody guesses, and never quotes it", () => {
  const read = (secret: string) => readConfig({ ...env, API_SHARED_SECRET: secret }).apiSharedSecret;
  expect(read("")).toBe("");
  expect(read("k".repeat(32))).toBe("k".repeat(32));
  for (const wrong of ["too-short-to-be-a-secret", "with space ".repeat(4), "é".repeat(40), "k".repeat(257)])
    expect(() => read(wrong)).toThrow(
      /^Configuration: API_SHARED_SECRET: must be 32 to 256 characters of visible ASCII$/,
    );
});
