import { describe, expect, it, onTestFinished, vi } from "vitest";
import { derivePbkdf2, examinePasscode, hashPasscode, verifyPasscode } from "#worker/api/session/passcode.ts";

const deps = { passcodePepper: "A".repeat(43) };

describe("a stored passcode", () => {
  it("is a salted PBKDF2-SHA-256 hash of 100,000 rounds, which matches this passcode with this pepper alone", async () => {
    const stored = await hashPasscode(deps, "correct horse");
    expect(stored).toMatch(/^\$pbkdf2-sha256\$i=100000\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPasscode(deps, "correct horse")).not.toBe(stored);
    expect(await verifyPasscode(deps, "correct horse", stored)).toBe(true);
    for (const other of ["correct horse ", "Correct horse", ""])
      expect(await verifyPasscode(deps, other, stored)).toBe(false);
    const elsewhere = { passcodePepper: `${"B".repeat(42)}A` };
    expect(await verifyPasscode(elsewhere, "correct horse", stored)).toBe(false);
  });

  it("is checked with its own number of rounds", async () => {
    const stored = (await hashPasscode(deps, "correct horse")).replace("i=100000", "i=1000");
    const derivation = vi.spyOn(crypto.subtle, "deriveBits");
    onTestFinished(() => derivation.mockRestore());
    await verifyPasscode(deps, "correct horse", stored);
    expect(derivation.mock.calls).toMatchObject([[{ iterations: 1000 }, {}, 256]]);
  });

  it("never matches if there is none, not even the result of the dummy derivation", async () => {
    expect(await verifyPasscode(deps, "correct horse", null)).toBe(false);
    const derivation = vi.spyOn(crypto.subtle, "deriveBits").mockResolvedValueOnce(new ArrayBuffer(32));
    onTestFinished(() => derivation.mockRestore());
    expect(await verifyPasscode(deps, "any", null)).toBe(false);
    expect(derivation).toHaveBeenCalledOnce();
  });

  it("can be stored from the derivation that found no hash, with a new salt", async () => {
    const examine = () => examinePasscode(deps, "correct horse", null);
    const [{ passcodeHash }, again] = [await examine(), await examine()];
    expect(await verifyPasscode(deps, "correct horse", passcodeHash)).toBe(true);
    expect(again.passcodeHash).not.toBe(passcodeHash);
  });

  it("in an unknown format causes an error", async () => {
    await expect(verifyPasscode(deps, "any", "plain")).rejects.toThrow("not a PBKDF2-SHA-256 hash");
  });

  it("is derived as RFC 7914 section 11 specifies", async () => {
    const salt = new Uint8Array(new TextEncoder().encode("NaCl"));
    const derived = await derivePbkdf2("Password", salt, 80_000);
    expect(derived.slice(0, 8)).toEqual(new Uint8Array([0x4d, 0xdc, 0xd8, 0xf6, 0x0b, 0x98, 0xbe, 0x21]));
  });
});
