/** A member's notification settings, and whether this browser is subscribed. */
import useSWR from "swr";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Notifications } from "#shared/contracts/push.ts";
import {
  currentEndpoint,
  notificationsKey,
  pushPermission,
  subscriptionsPath,
  type SwitchedOn,
  switchPushOn,
  unsubscribeBrowser,
} from "./browser-push.ts";

export interface OwnNotifications {
  /** Undefined until loaded. */
  readonly notifications: Notifications | undefined;
  readonly error: unknown;
  /** Loads the settings again. */
  readonly reload: () => Promise<unknown>;
  /** Undefined until it is known. */
  readonly thisBrowser: "unsupported" | "denied" | "off" | "on" | undefined;
  /** Takes `NotificationChanges`. This and the others reject as `Http` does. */
  readonly change: (changes: unknown) => Promise<Notifications>;
  readonly switchOn: (publicKey: string) => Promise<SwitchedOn>;
  readonly remove: (device: Notifications["devices"][number]) => Promise<void>;
}

export function useNotifications(): OwnNotifications {
  const { http } = useData();
  const { language } = useRuntimeConfig();
  const { data, error, mutate } = useApi(notificationsKey, Notifications);
  const { data: endpoint, mutate: lookAgain } = useSWR("push-endpoint", currentEndpoint);
  const permission = pushPermission();
  const isKnown = data !== undefined && endpoint !== undefined;
  const isOn = isKnown && data.devices.some((device) => device.endpoint === endpoint);
  const state = isKnown ? (isOn ? "on" : "off") : undefined;

  async function reload(): Promise<void> {
    await Promise.all([lookAgain(), mutate()]);
  }

  return {
    notifications: data,
    error,
    reload,
    thisBrowser: permission === "unsupported" || permission === "denied" ? permission : state,
    async change(changes) {
      const changed = await http.send("PATCH", notificationsKey, changes, Notifications);
      await mutate(changed, { revalidate: false });
      return changed;
    },
    async switchOn(publicKey) {
      const switched = await switchPushOn(http, publicKey, language);
      await reload();
      return switched;
    },
    async remove(device) {
      if (device.endpoint === endpoint) {
        // Identifies this browser by its endpoint instead of an id, which also works for members who sign in by an account id
        // alone.
        await http.send("DELETE", subscriptionsPath, { endpoint }, v.undefined());
        await unsubscribeBrowser();
      } else await http.send("DELETE", `${subscriptionsPath}${device.id}/`, undefined, v.undefined());
      await reload();
    },
  };
}
