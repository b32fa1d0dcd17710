/** A page's data for its SWR hooks: what the server or the payload has loaded, and how to ask for more. */
import { type ReactNode, useMemo } from "react";
import { useLoaderData } from "react-router";
import * as v from "valibot";
import { useSession } from "#client/session/session-context.tsx";
import { createBrowserHttp } from "./browser-http.ts";
import { DataProvider } from "./data-provider.tsx";

const ByKey = v.optional(v.record(v.string(), v.unknown()), {});
const Keys = v.optional(v.array(v.string()), []);
const Loaded = v.optional(v.object({ answers: ByKey, refusals: ByKey, failed: Keys, absent: Keys }), {});

/** Stands once around a page that reads data; pages without data leave it out and do not load SWR. */
export function PageData({ children }: { readonly children: ReactNode }) {
  const { session } = useSession();
  const { answers, refusals, failed, absent } = useLoaded();
  const http = useMemo(() => createBrowserHttp(session), [session]);
  return (
    <DataProvider http={http} fallback={answers} refusals={refusals} failed={failed} absent={absent}>
      {children}
    </DataProvider>
  );
}

function useLoaded() {
  const loaded: unknown = useLoaderData();
  return useMemo(() => v.parse(Loaded, loaded ?? undefined), [loaded]);
}
