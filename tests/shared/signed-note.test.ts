import { sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "#shared/base64.ts";
import { webCryptoSha256Of } from "#shared/merkle-tree.ts";
import { checkpointText, signatureLine, signedNote, verifierKey } from "#shared/signed-note.ts";

const sha256 = webCryptoSha256Of(crypto.subtle);

/** What Go's `sumdb/note` makes of this seed and name. */
const SEED = "log-signing-key-log-signing-key-";
const NAME = "tidemark.example/log";
const PUBLIC_KEY = fromBase64("dpZp2oqpy6grrdgtTj2brPK3LnZaWLx/7OHYB2urDZU=") ?? new Uint8Array();

describe("a signed note", () => {
  const key = { name: NAME, publicKey: PUBLIC_KEY };

  it("has the key that Go gives it", async () => {
    expect(await verifierKey(sha256, key)).toBe(
      "tidemark.example/log+3c96c397+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V",
    );
  });

  it("of an empty log is the one that Go writes", async () => {
    const root = await sha256(new Uint8Array());
    const text = checkpointText({ origin: NAME, size: 0, root });
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(SEED)]);
    const signature = sign(null, Buffer.from(text), { key: der, format: "der", type: "pkcs8" });
    expect(signedNote(text, [await signatureLine(sha256, key, signature)])).toBe(
      "tidemark.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n" +
        "— tidemark.example/log PJbDl7J8kMmdnNEe5Lz6bL8wwTA8O1bC9k67PYI8ddIojlHtOR76So1VWic8eU7Pb+KjvV8C3X5hFqUNu07nwu87YQY=\n",
    );
  });
});

describe("base64", () => {
  it.each(["", "AA==", "AAE=", "AAEC", "+/8="])("%j is read and written", (text) => {
    expect(toBase64(fromBase64(text) ?? new Uint8Array(9))).toBe(text);
  });

  it.each(["A", "AA", "AA=", "AB==", "A-==", "AA==AA==", "AA == ", "====", " AAEC"])("%j is none", (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
