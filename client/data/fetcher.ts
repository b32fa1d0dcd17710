/** The SWR fetcher: a key is an API path, the answer is parsed by its contract. */
import type * as v from "valibot";
import type { Http } from "./http.ts";

/** For a contract, the function SWR calls with a key. It rejects as `Http` says. */
export type Fetcher = <TSchema extends v.GenericSchema>(
  schema: TSchema,
) => (path: string) => Promise<v.InferOutput<TSchema>>;

/** `http` is the client over `session.authenticatedFetch` (`createBrowserHttp`). */
export function createFetcher(http: Http): Fetcher {
  return (schema) => (path) => http.get(path, schema);
}
