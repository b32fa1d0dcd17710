/** Data of an API path in a component. */
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type * as v from "valibot";
import { useData } from "./data-provider.tsx";
import type { Key } from "./keys.ts";

/** SWR on a key (an API path; null asks for nothing), parsed by its contract. Errors are those of `Http`. */
export function useApi<TSchema extends v.GenericSchema>(
  key: Key,
  schema: TSchema,
  options: SWRConfiguration<v.InferOutput<TSchema>> = {},
): SWRResponse<v.InferOutput<TSchema>> {
  const { fetcher } = useData();
  return useSWR<v.InferOutput<TSchema>>(key, fetcher(schema), options);
}
