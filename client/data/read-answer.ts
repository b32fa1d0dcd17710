/** From a response to a trusted value: the boundary where what the API sends is parsed. */
import * as v from "valibot";
import { HttpError, NetworkError, readHttpError, unanswered } from "./http-error.ts";

/** Code of an `HttpError` for an answer of 200 to 299 that breaks the contract. */
const UNREADABLE_ANSWER = "unreadable_answer";

/**
 * The body as the schema's output; an empty body is read as `undefined`. Throws `HttpError` for a status outside 200 to
 * 299 or a body that breaks the contract, `NetworkError` where the body is cut off or no JSON (a page put in between, as
 * public networks do), and an abort as it is.
 */
export async function readAnswer<TSchema extends v.GenericSchema>(
  response: Response,
  schema: TSchema,
  nowMs: number,
): Promise<v.InferOutput<TSchema>> {
  if (!response.ok) throw await readHttpError(response, nowMs);
  const parsed = v.safeParse(schema, parseJson(await readText(response)));
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new HttpError({
    status: response.status,
    code: UNREADABLE_ANSWER,
    detail: `${v.getDotPath(issue) ?? "body"}: expected ${issue.expected ?? "another value"}`,
    requestId: response.headers.get("X-Request-Id") ?? undefined,
  });
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unanswered(error);
  }
}

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NetworkError(error);
  }
}
