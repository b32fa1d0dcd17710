/** A page of its own around the product's session and SWR: fifty components, each with a key of its own. */
import { createRoot } from "react-dom/client";
import { User } from "#shared/contracts/session.ts";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { createBrowserHttp } from "#client/data/http.ts";
import { DataProvider } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { browserWorld, createSession } from "#client/features/session/session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";

const CALLS = 50;

const session = createSession(
  browserWorld({
    fetch: createApiFetch({ baseUrl: "", fetch: (url, init) => fetch(url, init) }),
    onSessionLost: () => document.body.append("lost"),
  }),
);
const http = createBrowserHttp(session.authenticatedFetch);

function Call({ number }: { readonly number: number }) {
  const { data } = useApi(`/api/auth/me/?call=${number}`, User);
  return data ? <li>{data.pocketoption_id}</li> : null;
}

createRoot(document.body).render(
  <SessionProvider session={session}>
    <DataProvider http={http} fallback={{}} refusals={{}}>
      <ul>
        {Array.from({ length: CALLS }, (_, number) => (
          <Call key={number} number={number} />
        ))}
      </ul>
    </DataProvider>
  </SessionProvider>,
);
