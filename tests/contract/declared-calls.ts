/** What the embedded API's routes declare, as far as checks go by it. */
import type * as v from "valibot";
import { declaredOperations } from "#worker/local/openapi/operations.ts";

const OPERATIONS = await declaredOperations();

export interface DeclaredRead {
  readonly path: string;
  /** Of the answer 200. */
  readonly contract: v.GenericSchema;
}

/** Every GET for `caller` that answers JSON and whose address names nothing that has to exist. */
export function readsFor(caller: "everyone" | "member"): readonly DeclaredRead[] {
  return OPERATIONS.flatMap(({ method, path, security, responses }) => {
    const contract = responses["200"]?.content?.["application/json"]?.schema;
    const isRead = method === "get" && !path.includes("{") && contract !== undefined;
    return isRead && (security[0]?.bearer[0] ?? "everyone") === caller ? [{ path, contract }] : [];
  });
}

/** Every call for which one has to be signed in; `method` in capitals, `address` that of something that is not there. */
export const CALLS_BEHIND_SIGN_IN = OPERATIONS.filter(({ security }) => security.length > 0).map(
  ({ method, path }) => ({
    method: method.toUpperCase(),
    path,
    address: path.replaceAll(/\{\w+\}/g, "contract-check"),
  }),
);
