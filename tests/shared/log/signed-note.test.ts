import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "#shared/encoding/base64.ts";
import { webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import {
  checkpointText,
  cosignatureLine,
  cosignedText,
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureLine,
  type SignatureType,
  signedNote,
  verifierKey,
  verifyNote,
  webCryptoVerifyEd25519,
} from "#shared/log/signed-note.ts";

const sha256 = webCryptoSha256Of(crypto.subtle);
const verify = webCryptoVerifyEd25519(crypto.subtle);

/** What Go's `sumdb/note` makes of this seed and name. */
const SEED = "log-signing-key-log-signing-key-";
const NAME = "tidemark.example/log";
const PUBLIC_KEY = fromBase64("dpZp2oqpy6grrdgtTj2brPK3LnZaWLx/7OHYB2urDZU=") ?? new Uint8Array();

/** Of an empty log. */
const ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

describe("a signed note", () => {
  const key = { name: NAME, publicKey: PUBLIC_KEY };

  it("has the verifier key that Go computes", async () => {
    expect(await verifierKey(sha256, key)).toBe(
      "tidemark.example/log+3c96c397+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V",
    );
  });

  it("of an empty log equals the one that Go writes", async () => {
    const root = await sha256(new Uint8Array());
    const text = checkpointText({ origin: NAME, size: 0, root });
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(SEED)]);
    const signature = sign(null, Buffer.from(text), { key: der, format: "der", type: "pkcs8" });
    expect(signedNote(text, [await signatureLine(sha256, key, signature)])).toBe(
      `tidemark.example/log\n0\n${ROOT}\n\n` +
        "— tidemark.example/log PJbDl7J8kMmdnNEe5Lz6bL8wwTA8O1bC9k67PYI8ddIojlHtOR76So1VWic8eU7Pb+KjvV8C3X5hFqUNu07nwu87YQY=\n",
    );
  });
});

/** The note and witness of the example in https://c2sp.org/tlog-witness: its keys are not public, its form is. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

interface Signer {
  readonly verifier: NoteVerifier;
  readonly sign: (text: string) => Buffer;
}

async function signer(name: string, type: SignatureType): Promise<Signer> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = { name, type, publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32) };
  const verifier = await parseVerifierKey(sha256, await verifierKey(sha256, key));
  if (!verifier) throw new Error("the key does not come back");
  return { verifier, sign: (text) => sign(null, Buffer.from(text), privateKey) };
}

describe("a note with several signatures", async () => {
  const log = await signer("tidemark.example/log", "note");
  const witness = await signer("witness.example/wé", "cosignature");
  const stranger = await signer("tidemark.example/log", "note");
  const text = checkpointText({ origin: log.verifier.name, size: 3, root: await sha256(new Uint8Array()) });
  const seconds = 1_679_315_147;
  const logLine = await signatureLine(sha256, log.verifier, log.sign(text));
  const witnessLine = await cosignatureLine(sha256, witness.verifier, {
    seconds,
    signature: witness.sign(`cosignature/v1\ntime 1679315147\n${text}`),
  });
  const note = signedNote(text, [logLine, witnessLine]);
  const keys = [log.verifier, witness.verifier];
  const opened = (changed: string, verifiers = keys) => {
    const parsed = parseNote(changed);
    return parsed && verifyNote(verify, parsed, verifiers);
  };

  it("shows who signed it, and when a witness did", async () => {
    expect(cosignedText(text, seconds)).toBe(`cosignature/v1\ntime 1679315147\n${text}`);
    expect(await opened(note)).toEqual([
      { verifier: log.verifier, line: logLine, cosignedAtSeconds: null },
      { verifier: witness.verifier, line: witnessLine, cosignedAtSeconds: seconds },
    ]);
  });

  it("may have signatures of unknown keys, which are ignored", async () => {
    expect(await opened(note, [witness.verifier])).toHaveLength(1);
    expect(await opened(note, [stranger.verifier])).toEqual([]);
  });

  it.each(Array.from({ length: Buffer.byteLength(note) }, (_, at) => at))(
    "loses a signature when byte %i is changed",
    async (at) => {
      const bytes = Buffer.from(note);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const found = await opened(bytes.toString("utf8"));
      expect(found === null || found.length < 2).toBe(true);
    },
  );

  it("is parsed as in the specification's example", () => {
    const parsed = parseNote(EXAMPLE);
    expect(parsed?.signatures.map(({ name, keyId, signature }) => [name, keyId, signature.length])).toEqual([
      ["example.com/behind-the-sofa", "033de0ae", 64],
      ["witness.example.com/w1", "8d66cf3f", 72],
    ]);
    const checkpoint = { origin: "example.com/behind-the-sofa", size: 20_852_163 };
    expect(parseCheckpoint(parsed?.text ?? "")).toMatchObject(checkpoint);
  });

  it.each([
    ["no signature", `a\n0\n${ROOT}\n\n`],
    ["no empty line", EXAMPLE.replace("\n\n", "\n")],
    ["no last line feed", EXAMPLE.slice(0, -1)],
    ["a control character", EXAMPLE.replace("sofa", "so\u0007fa")],
    ["a line that is no signature", `${EXAMPLE}hello\n`],
    ["nothing", ""],
  ])("with %s is invalid", (_, text) => {
    expect(parseNote(text)).toBeNull();
  });

  it.each([
    ["a size with a leading zero", `a\n01\n${ROOT}\n`],
    ["a size beyond what is counted exactly", `a\n9007199254740993\n${ROOT}\n`],
    ["a short root", "a\n1\nAAAA\n"],
    ["no origin", `\n1\n${ROOT}\n`],
  ])("with %s does not contain a valid checkpoint", (_, text) => {
    expect(parseCheckpoint(text)).toBeNull();
  });

  it.each([
    "",
    "a+b",
    "tidemark.example/log+3c96c397+AQ==",
    "tidemark.example/log+3c96c398+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V",
  ])("cannot be verified with the invalid key %j", async (text) => {
    expect(await parseVerifierKey(sha256, text)).toBeNull();
  });
});

describe("base64", () => {
  it.each(["", "AA==", "AAE=", "AAEC", "+/8="])("%j is decoded and encoded", (text) => {
    expect(toBase64(fromBase64(text) ?? new Uint8Array(9))).toBe(text);
  });

  it.each(["A", "AA", "AA=", "AB==", "A-==", "AA==AA==", "AA == ", "====", " AAEC"])("%j fails", (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
