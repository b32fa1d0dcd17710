/** What the embedded API needs before it can serve: its database, at the newest schema, and its secrets. */
import type { ApiDependencies } from "./dependencies.ts";
import { hasNewestMigration } from "./schema-version.ts";
import { canSignIn } from "./session/index.ts";

/** By name, as `/readyz` tells them. A check that rejects does not hold. */
export function apiReadiness({
  db,
  passcodePepper,
  signingKeys,
}: Pick<ApiDependencies, "db" | "passcodePepper" | "signingKeys">) {
  return {
    upstream: async () => (await db.prepare("SELECT 1 AS one").first()) !== null,
    schema: () => hasNewestMigration(db),
    secrets: async () => canSignIn({ passcodePepper, signingKeys }),
  };
}
