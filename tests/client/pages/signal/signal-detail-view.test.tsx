import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { DataProvider } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { signalKey } from "#client/data/keys.ts";
import { SignalDetailView } from "#client/pages/signal/signal-detail-view.tsx";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { InLanguage } from "#tests/client/in-language.tsx";

const refuse = () => Promise.reject(new Error("Nothing is asked for while rendering"));
const http: Http = { get: refuse, send: refuse, methods: refuse };

const SIGNAL: SignalDetail = {
  ...someSignal({
    published_at: "2026-03-01T12:00:01.000Z",
    entry_at: "2026-03-01T12:00:31.000Z",
    expires_at: "2026-03-01T12:05:31.000Z",
    settle_by: "2026-03-02T12:05:31.000Z",
  }),
  entries: [],
};

function timesOf(signal: SignalDetail): string[] {
  const Component = () => <SignalDetailView id={signal.id} />;
  const router = createMemoryRouter([{ path: "*", Component }], { initialEntries: ["/en/signal"] });
  const html = renderToStaticMarkup(
    <InLanguage language="en">
      <SessionProvider session={ANONYMOUS_SESSION}>
        <DataProvider http={http} fallback={{ [signalKey(signal.id)]: signal }}>
          <RouterProvider router={router} />
        </DataProvider>
      </SessionProvider>
    </InLanguage>,
  );
  return [...html.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text = ""]) => text);
}

it("shows every time of a signal with its seconds, so that they can be compared", () => {
  const open = timesOf(SIGNAL);
  const settled = timesOf({
    ...SIGNAL,
    outcome: "won",
    settled_at: "2026-03-01T12:06:00.000Z",
    settled_seq: 2,
  });
  expect(open).toHaveLength(4);
  expect(settled).toHaveLength(4);
  for (const time of [...open, ...settled]) expect(time).toMatch(/\d\d:\d\d:\d\d/);
  expect(open[2]).toContain("12:05:31");
});
