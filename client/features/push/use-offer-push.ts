/** Offers notifications to a member who has just followed a trader. */
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { Trader } from "#shared/contracts/traders.ts";

/** Rejects if a module or the settings cannot be loaded. */
export function useOfferPush(): (trader: Trader) => Promise<void> {
  const { t } = useTranslation("live");
  const { http } = useData();
  const { hasServiceWorker, language } = useRuntimeConfig();
  return async ({ name }) => {
    if (import.meta.env.SSR || !hasServiceWorker) return;
    const { keyToOffer, switchPushOn } = await import("./browser-push.ts");
    const publicKey = await keyToOffer(http);
    if (publicKey === null) return;
    const switchOn = async () => {
      const switched = await switchPushOn(http, publicKey, language).catch(() => "failed" as const);
      const severity = switched === "on" ? "success" : "warn";
      toasts.add({ severity, summary: t(`push.${switched}`), life: 10_000 });
    };
    toasts.add({
      summary: t("push.offer", { trader: name }),
      detail: t("push.offerText"),
      // Limited, because the toast covers the header; the profile always offers notifications.
      life: 20_000,
      action: { label: t("push.allow"), run: () => void switchOn() },
    });
  };
}
