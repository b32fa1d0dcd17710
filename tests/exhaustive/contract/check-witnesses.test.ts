/** How a verifier checks the witnessed checkpoints that a site lists, with the witnesses' signatures. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { KeptCheckpoint } from "#shared/contracts/log.ts";
import {
  checkpointText,
  cosignatureLine,
  cosignedText,
  parseVerifierKey,
  signatureLine,
  signedNote,
  verifierKey,
} from "#shared/log/signed-note.ts";
import { createSigner, ORIGIN, sha256 } from "#tests/support/test-log.ts";
import { chained, joined } from "#tests/support/chained.ts";
import { createSlippedInCheck } from "#worker/commands/verify/check-slipped-in.ts";
import { createWitnessCheck } from "#worker/commands/verify/check-witnesses.ts";
import { signal as example } from "#worker/build/openapi/examples.ts";
import { Signal } from "#shared/contracts/signals.ts";

const signal = v.parse(Signal, example);

const [oldKey, newKey, witness, other] = [createSigner(), createSigner(), createSigner(), createSigner()];
const WITNESS = { name: "witness.example", publicKey: witness.publicKey, type: "cosignature" } as const;
const witnessKey =
  (await parseVerifierKey(sha256, await verifierKey(sha256, WITNESS))) ?? expect.fail("no key of a witness");
const ROOT = new Uint8Array(32).fill(7);
/** Two minutes before the signal's entry. */
const AT_MS = Date.parse(signal.entry_at) - 120_000;

interface Seen {
  readonly origin?: string;
  readonly cosigned: readonly (readonly [typeof witness, atMs: number])[];
  readonly firstMs: number;
}

/** Of a log with two keys, as while one takes the other's place. */
async function checkpointOf({ origin = ORIGIN, cosigned, firstMs }: Seen): Promise<KeptCheckpoint> {
  const size = signal.published_seq;
  const text = checkpointText({ origin, size, root: ROOT });
  const own = [newKey, oldKey].map(({ publicKey, sign }) =>
    signatureLine(sha256, { name: origin, publicKey }, sign(text)),
  );
  const cosignatures = cosigned.map(([{ publicKey, sign }, atMs]) => {
    const seconds = atMs / 1000;
    const signature = sign(cosignedText(text, seconds));
    return cosignatureLine(sha256, { name: "witness.example", publicKey }, { seconds, signature });
  });
  const note = signedNote(text, await Promise.all([...own, ...cosignatures]));
  const lastMs = Math.max(...cosigned.map(([, atMs]) => atMs));
  return {
    size,
    first_note: note,
    first_witnessed_at: new Date(firstMs).toISOString(),
    last_note: note,
    last_witnessed_at: new Date(lastMs).toISOString(),
  };
}

/** Of a reader who trusts the first witness alone. */
const checkOf = (checkpoint: KeptCheckpoint) =>
  createWitnessCheck({
    origin: ORIGIN,
    checkpoints: [checkpoint],
    witnesses: [witnessKey],
    arePinned: true,
  });

async function verify(seen: Seen) {
  const checkpoint = await checkpointOf(seen);
  const check = checkOf(checkpoint);
  check.onPublished({ ...signal, witnessed_at: checkpoint.first_witnessed_at });
  const site = { read: async () => ({ results: [], next: null }) };
  const fault = await check.findFault(site, { at: async () => ROOT });
  return { fault, summary: await check.summary() };
}

describe("the time at which a checkpoint was first seen", () => {
  it("is the end of the second that its cosignature names", async () => {
    const { fault, summary } = await verify({ cosigned: [[witness, AT_MS]], firstMs: AT_MS + 1_000 });
    expect(fault).toBeNull();
    expect(summary).toBe(
      "Witnessed checkpoints: 1, 1 of them cosigned by the witnesses that you gave. " +
        "By these, 1 of 1 signals were witnessed in time.",
    );
  });

  it("is not before the entry if the second ends with it", async () => {
    const atMs = Date.parse(signal.entry_at) - 1_000;
    const { fault, summary } = await verify({ cosigned: [[witness, atMs]], firstMs: atMs + 1_000 });
    expect(fault).toBeNull();
    expect(summary).toContain("By these, 0 of 1 signals");
  });

  it("may come from a witness that the reader does not know, but then does not confirm any signal", async () => {
    const cosigned = [
      [other, AT_MS],
      [witness, AT_MS + 180_000],
    ] as const;
    const { fault, summary } = await verify({ cosigned, firstMs: AT_MS + 1_000 });
    expect(fault).toBeNull();
    expect(summary).toContain("By these, 0 of 1 signals");
  });

  it.each([
    ["earlier", AT_MS],
    ["later", AT_MS + 2_000],
  ])("may not be %s than the end of its cosignature's second", async (_, firstMs) => {
    const { fault } = await verify({ cosigned: [[witness, AT_MS]], firstMs });
    expect(fault).toMatch(/^A witnessed checkpoint's times differ from those of/);
  });
});

it("a cosignature of a log with another name proves nothing about this log", async () => {
  const { fault, summary } = await verify({
    origin: "shadow.example/log",
    cosigned: [[witness, AT_MS]],
    firstMs: AT_MS + 1_000,
  });
  expect(fault).toBeNull();
  expect(summary).toBe(
    "Witnessed checkpoints: 1, 0 of them cosigned by the witnesses that you gave. " +
      "1 belong to a log with another name and prove nothing here. By these, 0 of 1 signals were witnessed in time.",
  );
});

it("the summary counts the results of signals without a witnessed checkpoint", async () => {
  const check = checkOf(await checkpointOf({ cosigned: [[witness, AT_MS]], firstMs: AT_MS + 1_000 }));
  const published_at = new Date(AT_MS + 1_000).toISOString();
  for (const [at, outcome] of (["lost", "lost", "won", "open"] as const).entries())
    check.onPublished({
      ...signal,
      id: `later${at}`,
      published_at,
      published_seq: signal.published_seq + 1 + at,
      outcome,
    });
  check.onPublished({ ...signal, id: "older", published_at: new Date(AT_MS - 1_000).toISOString() });
  expect(await check.summary()).toContain(
    "By these, 1 of 5 signals were witnessed in time. Of the 4 other signals published since the first of these, 1 won and 2 lost.",
  );
});

it.each([
  ["is named", 66_000, expect.stringContaining("it was inserted later")],
  ["by less than clocks may differ is none", 65_000, null],
])(
  "an entry that is older than a kept cosignature of a log without it %s",
  async (_, olderByMs, expected) => {
    const { first_note: note, size } = await checkpointOf({
      cosigned: [[witness, AT_MS]],
      firstMs: AT_MS + 1_000,
    });
    const readAt = new Date(AT_MS).toISOString();
    const kept = { origin: ORIGIN, size, root: ROOT, note, readAt, head: null };
    const check = await createSlippedInCheck(kept, [witnessKey]);
    const [entry] = await chained([joined("north-light")]);
    if (entry) check.onEntry({ ...entry, seq: size + 1, at: new Date(AT_MS - olderByMs).toISOString() });
    expect(check.fault()).toEqual(expected);
  },
);
