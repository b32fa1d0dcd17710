/** Data of an API path in a component. */
import { useMemo } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import * as v from "valibot";
import { useData } from "./data-provider.tsx";
import { HttpError, NetworkError, refusalError } from "./http-error.ts";
import type { Key } from "./keys.ts";

/**
 * SWR on a key (an API path; null fetches nothing), parsed by its contract, with the server's answer under the key as its first
 * value. Errors are those of `Http`. If the server got 400 or 404, that is the error; if it got no answer, or one that breaks
 * the contract, the error is a `NetworkError` until the browser has an answer.
 */
export function useApi<TSchema extends v.GenericSchema>(
  key: Key,
  schema: TSchema,
  options: SWRConfiguration<v.InferOutput<TSchema>> = {},
): SWRResponse<v.InferOutput<TSchema>> {
  const { http, fallback, refusals, failed, absent } = useData();
  const loaded = key === null ? undefined : fallback[key];
  const fallbackData = useMemo(() => parseLoaded(schema, loaded), [schema, loaded]);
  const refusal =
    key === null
      ? null
      : key in refusals
        ? refusalError(refusals[key])
        : absent.includes(key)
          ? NOT_FOUND
          : null;
  const fetchAnswer = (path: string) => http.get(path, schema);
  const answer = useSWR<v.InferOutput<TSchema>>(refusal ? null : key, fetchAnswer, {
    ...(fallbackData === undefined ? {} : { fallbackData }),
    ...options,
  });
  if (refusal) return { ...answer, error: refusal };
  const hasNone = loaded !== undefined || (key !== null && failed.includes(key));
  const isMissing = hasNone && answer.data === undefined;
  return isMissing ? { ...answer, error: answer.error ?? NOT_LOADED } : answer;
}

const NOT_FOUND = new HttpError({ status: 404, code: "not_found", detail: "" });
const NOT_LOADED = new NetworkError("The server had no answer to render from");

/** An answer that breaks its contract counts as not loaded: the browser requests it again and reports the error. */
function parseLoaded<TSchema extends v.GenericSchema>(
  schema: TSchema,
  loaded: unknown,
): v.InferOutput<TSchema> | undefined {
  if (loaded === undefined) return undefined;
  const parsed = v.safeParse(schema, loaded);
  return parsed.success ? parsed.output : undefined;
}
