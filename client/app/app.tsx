/** Everything around the router, the same on both sides. */
import type { i18n } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { SessionProvider } from "#client/session/session-context.tsx";
import type { Session } from "#client/session/session.ts";
import { RuntimeConfigProvider, type RuntimeConfig } from "./runtime-config.tsx";

export interface AppProps {
  readonly config: RuntimeConfig;
  readonly i18n: i18n;
  readonly session: Session;
  readonly children: ReactNode;
}

export function App({ config, i18n, session, children }: AppProps) {
  return (
    <RuntimeConfigProvider config={config}>
      <I18nextProvider i18n={i18n}>
        <SessionProvider session={session}>{children}</SessionProvider>
      </I18nextProvider>
    </RuntimeConfigProvider>
  );
}
