/** What a message to a key's address becomes: it is read, parsed, stored, placed, committed and answered, in this order. */
import { HOOK_ANSWER_MS } from "#shared/limits/ingest.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { readLead } from "#worker/api/signals/index.ts";
import { describeError } from "#worker/http/logger.ts";
import { type Alert, AlertProblem } from "./alert.ts";
import { admitMessage } from "./inbox.ts";
import { type ParsedAlert, parseAlert } from "./parse-alert.ts";
import { entryOf, type KeyTerms } from "./place-alert.ts";
import { duplicateOf, publishAlert, type Reception, THROTTLED } from "./publish-alert.ts";
import type { SentMessage } from "./read-message.ts";
import { keptText } from "./redact.ts";
import { hashedKeysOf } from "./usable-key.ts";

/** Null if it is not decided on in time, or the database fails then: the message is in the inbox, and its sender gets an answer. */
export interface Received {
  readonly reception: Reception | null;
  /** A warning for its sender, whatever is decided; null for none. */
  readonly warning: string | null;
}

export const UNKNOWN_KEY = new AlertProblem(
  "not_found",
  "No key has this address, or it was revoked: copy the address again, or ask for a new one.",
);

/** Rejects if the message could not be stored: it was then not accepted. `secret` is that of the address. */
export async function receiveAlert(
  deps: IngestDependencies,
  secret: string,
  message: SentMessage,
): Promise<Received> {
  const isOver = deps.sleep(HOOK_ANSWER_MS).then(() => null);
  const parsed = parseMessage(message);
  const asset = parsed.ok ? parsed.alert.asset : null;
  const keys = await hashedKeysOf(parsed.ok ? parsed.alert : null, message);
  const [{ key, seq }, lead] = await Promise.all([
    admitMessage(deps.db, secret, { keys, message, parsed }),
    asset === null ? null : readLead(deps.db, deps.priceConfig, asset),
  ]);
  if (key === null) return received(UNKNOWN_KEY);
  if (parsed.ok && key.knownSignalId !== null)
    return received(duplicateOf(key.knownSignalId, parsed.alert, key));
  if (seq === null) return received(THROTTLED);
  if (!parsed.ok) {
    const { code } = parsed.problem;
    deps.log({ level: "info", event: "alert_refused", requestId: message.requestId, keyId: key.id, code });
    return received(parsed.problem);
  }
  const { alert, kept } = parsed;
  const publication = { message: { ...message, kept, seq, keyId: key.id }, alert, key, keys };
  const decided = publishAlert(deps, publication).catch((error: unknown) => {
    const { requestId } = message;
    deps.log({ level: "error", event: "alert_undecided", requestId, error: describeError(error) });
    return null;
  });
  deps.waitUntil(decided);
  const reception = await Promise.race([decided, isOver]);
  return { reception, warning: warningOf(alert, key.terms, lead, message.receivedAtMs) };
}

function received(reception: Reception): Received {
  return { reception, warning: null };
}

export function parseMessage({ body, problem }: SentMessage): ParsedAlert {
  return problem ? { ok: false, kept: keptText(body), problem } : parseAlert(body);
}

/** A warning that the entry price may already be fixed; null if it is not, or if no source decides the asset. */
export function warningOf(
  alert: Alert,
  terms: KeyTerms,
  lead: number | null,
  receivedAtMs: number,
): string | null {
  const seconds = Math.floor((entryOf(alert, terms, receivedAtMs) - receivedAtMs) / 1000);
  if (lead === null || seconds >= lead) return null;
  return `The entry is ${seconds} s after the message. With less than ${lead} s, the price of ${alert.asset} at entry may already be fixed: then the signal is late.`;
}
