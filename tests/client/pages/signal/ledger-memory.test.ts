import { describe, expect, it } from "vitest";
import { createLedgerMemory } from "#client/pages/signal/ledger-memory.ts";

function storageWith(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe("the remembered ledger head", () => {
  it("is recalled as it was remembered, under the registered name", () => {
    const stored = new Map<string, string>();
    const memory = createLedgerMemory(() => storageWith(stored));
    expect(memory.recall()).toBeNull();
    memory.remember({ seq: 7, hash: "a".repeat(64) });
    expect(memory.recall()).toEqual({ seq: 7, hash: "a".repeat(64) });
    expect([...stored.keys()]).toEqual(["tidemark:ledger-head"]);
  });

  it.each(["", "{", "null", "[]", '{"seq":0,"hash":""}', '{"seq":1.5,"hash":"x"}'])(
    "is none where storage holds %j",
    (text) => {
      const stored = new Map([["tidemark:ledger-head", text]]);
      expect(createLedgerMemory(() => storageWith(stored)).recall()).toBeNull();
    },
  );

  it("is none, without a fault, where storage refuses", () => {
    const memory = createLedgerMemory(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    memory.remember({ seq: 7, hash: "a".repeat(64) });
    expect(memory.recall()).toBeNull();
  });
});
