/** `proveInLog` with the browser's services. */
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { sleep } from "#client/data/http.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import { webCryptoVerifyEd25519 } from "#shared/log/signed-note.ts";
import { createLogMemory } from "./log-memory.ts";
import { type LogFinding, proveInLog } from "./prove-in-log.ts";
import { createLogReader } from "./fetch-log.ts";

export function proveInBrowser(fetch: ApiFetch, entries: readonly LedgerEntry[]): Promise<LogFinding> {
  const world = {
    ...createLogReader(fetch),
    sha256: webCryptoSha256Of(crypto.subtle),
    verify: webCryptoVerifyEd25519<CryptoKey>(crypto.subtle),
    memory: createLogMemory(() => window.localStorage),
    now: Date.now,
    sleep,
  };
  return proveInLog(world, entries);
}
