/** What the about page shows of the record. */
import { ledgerHeadKey } from "#client/data/keys.ts";

export function aboutKeys(): readonly string[] {
  return [ledgerHeadKey];
}
