/** The traders that a member follows; all components of a page share one list. */
import { useRefresh } from "#client/data/use-refresh.ts";
import { useData } from "#client/data/data-provider.tsx";
import { feedPath } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { type FollowedTrader, FollowList, FollowState } from "#shared/contracts/profile.ts";
import type { Trader } from "#shared/contracts/traders.ts";

const followsKey = "/api/profile/follows/";

export interface Follows {
  /** The newest first; undefined until loaded, and for visitors. */
  readonly traders: readonly FollowedTrader[] | undefined;
  readonly error: unknown;
  /** Loads the list again. */
  readonly reload: () => Promise<unknown>;
  /** Updates the list optimistically; reverts if the request rejects, as `Http` does. */
  readonly setFollowed: (trader: Trader, isFollowed: boolean) => Promise<void>;
}

export function useFollows(): Follows {
  const { state } = useSession();
  const { http } = useData();
  const refresh = useRefresh();
  const { data, error, mutate } = useApi(isAuthenticated(state) ? followsKey : null, FollowList);

  async function setFollowed(trader: Trader, isFollowed: boolean): Promise<void> {
    const send = () =>
      http.send(
        isFollowed ? "PUT" : "DELETE",
        `${followsKey}${encodeURIComponent(trader.handle)}/`,
        undefined,
        FollowState,
      );
    await mutate(
      send().then(() => undefined),
      {
        // Starts from the list shown, which may hold another pending change.
        optimisticData: (kept, shown) => ({
          results: changed((shown ?? kept)?.results ?? [], trader, isFollowed),
        }),
        populateCache: false,
        rollbackOnError: true,
      },
    );
    refresh(feedPath);
  }

  return { traders: data?.results, error, reload: mutate, setFollowed };
}

function changed(traders: readonly FollowedTrader[], trader: Trader, isFollowed: boolean): FollowedTrader[] {
  const others = traders.filter(({ handle }) => handle !== trader.handle);
  return isFollowed ? [{ ...trader, followed_at: new Date().toISOString() }, ...others] : others;
}
