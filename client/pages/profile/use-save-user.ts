/** Saves changes to the member's own account; the answer is the updated member. */
import { useData } from "#client/data/data-provider.tsx";
import { useCurrentUser } from "#client/features/session/use-current-user.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { User } from "#shared/contracts/session.ts";

export interface SaveUser {
  /** Rejects as `Http` does. */
  readonly send: (method: "PATCH" | "POST" | "DELETE", path: string, body: unknown) => Promise<User>;
  /** Updates every component that shows the member. */
  readonly accept: (user: User) => void;
}

export function useSaveUser(): SaveUser {
  const { http } = useData();
  const { session, state } = useSession();
  const { mutate } = useCurrentUser();
  return {
    send: (method, path, body) => http.send(method, path, body, User),
    accept(user) {
      session.acceptUser(user, state.sessionNumber);
      void mutate(user, { revalidate: false });
    },
  };
}
