/** Offers to install the site as an app; on iOS, which has no prompt, it explains how. */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createStore } from "#client/ui/store.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

export interface InstallOfferActions {
  /** Opens the browser's dialog; null if only the visitor can install the app (iOS). */
  readonly install: (() => void) | null;
  /** Hides the offer and remembers that. */
  readonly hide: () => void;
}

/** The current offer, or null. Set only in a browser. */
export const installOffer = createStore<InstallOfferActions | null>(null);

export function InstallOffer() {
  const { t } = useTranslation("shell");
  const { brand } = useRuntimeConfig();
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.current, () => null);
  if (!offer) return null;
  const { install } = offer;
  return (
    <aside className="install-offer" aria-label={t("install.title", { brand: brand.name })}>
      <p className="install-offer__title">{t("install.title", { brand: brand.name })}</p>
      <p>{install ? t("install.text") : t("install.ios")}</p>
      <p className="actions">
        {install ? (
          <button className="button button--primary" type="button" onClick={install}>
            {t("install.install")}
          </button>
        ) : null}
        <button className="button button--quiet" type="button" onClick={offer.hide}>
          {t("install.hide")}
        </button>
      </p>
    </aside>
  );
}
