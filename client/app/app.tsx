/** Everything around the router, the same on both sides. */
import type { i18n } from "i18next";
import { type ReactNode, useEffect } from "react";
import { I18nextProvider } from "react-i18next";
import { SessionProvider } from "#client/features/session/session-context.tsx";
import type { Session } from "#client/features/session/session.ts";
import { ShownZoneProvider } from "#client/ui/shown-zone-context.tsx";
import { RuntimeConfigProvider, type RuntimeConfig } from "#client/data/runtime-config.tsx";

export interface AppProps {
  readonly config: RuntimeConfig;
  readonly i18n: i18n;
  readonly session: Session;
  /** Called once the page is hydrated; never on the server. */
  readonly onHydrated?: () => void;
  readonly children: ReactNode;
}

/** Name of the user timing mark for the moment of hydration; set by the `onHydrated` callbacks that report it. */
export const HYDRATED_MARK = "hydrated";

export function App({ config, i18n, session, onHydrated, children }: AppProps) {
  useEffect(() => onHydrated?.(), [onHydrated]);
  return (
    <RuntimeConfigProvider config={config}>
      <I18nextProvider i18n={i18n}>
        <ShownZoneProvider>
          <SessionProvider session={session}>{children}</SessionProvider>
        </ShownZoneProvider>
      </I18nextProvider>
    </RuntimeConfigProvider>
  );
}
