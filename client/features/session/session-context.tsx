/** The session for components. */
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { DataSourceContext } from "#client/data/page-data.tsx";
import { type AuthState, UNKNOWN_STATE } from "./session-state.ts";
import type { Session } from "./session.ts";

const SessionContext = createContext<Session | null>(null);

export interface SessionProviderProps {
  readonly session: Session;
  readonly children: ReactNode;
}

export function SessionProvider({ session, children }: SessionProviderProps) {
  return (
    <SessionContext value={session}>
      <DataSourceContext value={session}>{children}</DataSourceContext>
    </SessionContext>
  );
}

/**
 * The session and its state; renders again when the state changes. On the server and during hydration the state is the unknown
 * one, so that both render the same. Throws outside a `SessionProvider`.
 */
export function useSession(): { readonly session: Session; readonly state: AuthState } {
  const session = use(SessionContext);
  if (!session) throw new Error("Expected a SessionProvider above");
  const state = useSyncExternalStore(session.subscribe, session.getState, () => UNKNOWN_STATE);
  return { session, state };
}
