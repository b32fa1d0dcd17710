/** The signed-in member, kept up to date; for pages that show or change the profile. */
import useSWR, { type SWRResponse } from "swr";
import { User } from "#shared/contracts/session.ts";
import { useSession } from "./session-context.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { currentUserKey } from "#client/data/keys.ts";

/**
 * Starts from the user that the session has loaded and returns newer answers to it, so that the header and the profile always
 * agree. Empty, without a request, until the session has a user. After a change: `mutate()`.
 */
export function useCurrentUser(): SWRResponse<User> {
  const { session, state } = useSession();
  const { http } = useData();
  const { sessionNumber } = state;

  async function fetchUser(path: string): Promise<User> {
    const user = await http.get(path, User);
    session.acceptUser(user, sessionNumber);
    return user;
  }

  return useSWR<User>(
    state.user ? currentUserKey : null,
    fetchUser,
    state.user ? { fallbackData: state.user, revalidateOnMount: false } : {},
  );
}
