/** Verifies a witness's line on a note with Node's own crypto and the text of c2sp.org/tlog-cosignature alone. */
import { createHash, createPublicKey, verify } from "node:crypto";

/** The time in seconds at which the witness says it saw the note; null if none of its lines is valid. */
export function cosignedAt(note: string, vkey: string): number | null {
  const [name = "", id = "", base64 = ""] = vkey.split(/\+(?=[\da-f]{8}\+)|(?<=\+[\da-f]{8})\+/);
  const key = Buffer.from(base64, "base64");
  const isOwnId = createHash("sha256").update(`${name}\n`).update(key).digest("hex").startsWith(id);
  const [text = "", lines = ""] = note.split(/(?<=\n)\n/);
  const line = lines.split("\n").find((line) => line.startsWith(`— ${name} `));
  const bytes = Buffer.from(line?.split(" ")[2] ?? "", "base64");
  if (key[0] !== 4 || !isOwnId || bytes.length !== 76 || bytes.toString("hex", 0, 4) !== id) return null;
  const seconds = Number(bytes.readBigUInt64BE(4));
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.subarray(1).toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
  return verify(null, signed, publicKey, bytes.subarray(12)) ? seconds : null;
}
