import { describe, expect, it } from "vitest";
import { readPepper, readSigningKeys, SignInNotConfiguredError } from "#worker/api/session/token-keys.ts";

const LONG = "A".repeat(43);
const SHORT = "A".repeat(42);

describe("readSigningKeys", () => {
  it("returns the keys in order", () => {
    const keys = readSigningKeys(`new:${LONG}, old:${LONG}`);
    expect(keys.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(keys[0].secret).toEqual(new Uint8Array(32));
  });

  it.each([
    ["", "set the secret JWT_SIGNING_KEYS"],
    [" , ", "set the secret JWT_SIGNING_KEYS"],
    [LONG, 'entry 1 is not "name:key"'],
    [`a:${LONG},:${LONG}`, 'entry 2 is not "name:key"'],
    [`a:${SHORT}`, 'key "a" has 31 bytes; at least 32 are needed.'],
    [`a:${LONG},b:`, 'key "b" has 0 bytes'],
    [`a:${LONG}+/=`, 'key "a" is not base64url.'],
    [`a:${LONG}AA`, 'key "a" is not base64url.'],
    [`a:${LONG},a:${LONG}`, "two keys with the same name"],
  ])("refuses %j and says what is wrong", (configured, message) => {
    expect(() => readSigningKeys(configured)).toThrow(SignInNotConfiguredError);
    expect(() => readSigningKeys(configured)).toThrow(message);
  });

  it("never quotes what may be a key", () => {
    for (const configured of [LONG, `a:${LONG}!`, `${LONG}:name`, `:${LONG}`]) {
      expect(() => readSigningKeys(configured)).toThrow(/^(?!.*A{20})/);
    }
  });
});

describe("readPepper", () => {
  it.each([
    ["", "set the secret PASSCODE_PEPPER"],
    [SHORT, "PASSCODE_PEPPER has 31 bytes; at least 32 are needed."],
    ["not base64url!", "PASSCODE_PEPPER is not base64url."],
  ])("refuses %j and says what is wrong", (configured, message) => {
    expect(() => readPepper(configured)).toThrow(message);
  });

  it("returns the bytes", () => {
    expect(readPepper(LONG)).toEqual(new Uint8Array(32));
  });
});
