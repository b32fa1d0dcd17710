/** Offers notifications to a member who has just followed a trader. */
import { useTranslation } from "react-i18next";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { store } from "#client/data/storage.ts";
import { pushOffer } from "#client/features/offers/offers.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { PUSH_OFFER_KEY } from "#shared/site/storage-names.ts";

/** Rejects if a module or the settings cannot be loaded. */
export function useOfferPush(): () => Promise<void> {
  const { t } = useTranslation("live");
  const { http } = useData();
  const { hasServiceWorker, language } = useRuntimeConfig();
  return async () => {
    if (import.meta.env.SSR || !hasServiceWorker) return;
    const { keyToOffer, switchPushOn } = await import("./browser-push.ts");
    const publicKey = await keyToOffer(http);
    if (publicKey === null) return;
    const hide = () => {
      pushOffer.set(null);
      store(() => window.localStorage, PUSH_OFFER_KEY, "true");
    };
    const switchOn = async () => {
      hide();
      const switched = await switchPushOn(http, publicKey, language).catch(() => "failed" as const);
      const severity = switched === "on" ? "success" : "warn";
      toasts.add({ severity, summary: t(`push.${switched}`), life: TOAST_LIFE_MS });
    };
    pushOffer.set({ accept: () => void switchOn(), hide });
  };
}
