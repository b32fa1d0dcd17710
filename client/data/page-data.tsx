/** A page's data for its SWR hooks: what the server or the payload has loaded, and how to ask for more. */
import { type ReactNode, useMemo } from "react";
import { useLoaderData } from "react-router";
import * as v from "valibot";
import { useSession } from "#client/session/session-context.tsx";
import { createBrowserHttp } from "./browser-http.ts";
import { DataProvider } from "./data-provider.tsx";

const Fallback = v.optional(v.record(v.string(), v.unknown()), {});

/** Stands once around a page that reads data; pages without data leave it out and do not load SWR. */
export function PageData({ children }: { readonly children: ReactNode }) {
  const { session } = useSession();
  const loaded: unknown = useLoaderData();
  const http = useMemo(() => createBrowserHttp(session), [session]);
  const fallback = useMemo(() => v.parse(Fallback, loaded ?? undefined), [loaded]);
  return (
    <DataProvider http={http} fallback={fallback}>
      {children}
    </DataProvider>
  );
}
