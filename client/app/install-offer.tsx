/** Offers to install the site as an app; iOS, which has no prompt, gets the hint in words. */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createStore } from "#client/ui/store.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

export interface InstallOfferActions {
  /** Opens the browser's dialog; null where only the visitor can do it (iOS). */
  readonly install: (() => void) | null;
  /** Takes the offer away and remembers that. */
  readonly hide: () => void;
}

/** The one offer, if there is one. Only a browser ever sets it. */
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
