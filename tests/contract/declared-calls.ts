/** What the embedded API's routes declare, as far as checks go by it. */
import type * as v from "valibot";
import { declaredOperations } from "#worker/build/openapi/operations.ts";

const OPERATIONS = await declaredOperations();
const CALLERS = { everyone: ["everyone"], member: ["member", "holder"] };

export interface DeclaredRead {
  readonly path: string;
  /** Of the answer 200. */
  readonly contract: v.GenericSchema;
}

/** Every GET for `caller` that answers JSON and whose address names nothing that has to exist; holders are members. */
export function readsFor(caller: "everyone" | "member"): readonly DeclaredRead[] {
  return OPERATIONS.flatMap(({ method, path, security, responses }) => {
    const contract = responses["200"]?.content?.["application/json"]?.schema;
    const isRead = method === "get" && !path.includes("{") && contract !== undefined;
    return isRead && CALLERS[caller].includes(security[0]?.bearer[0] ?? "everyone")
      ? [{ path, contract }]
      : [];
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
