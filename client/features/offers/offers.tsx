/**
 * Offers to install the site as an app and to send notifications: one card in the flow of a page, below its first section, until
 * the visitor accepts or hides it. An offer that comes while a page is shown waits for the next page, so that nothing shifts.
 */
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createStore, type Store } from "#client/ui/store.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";

export interface OfferActions {
  /** Null if only the visitor can do it: iOS has no dialog to install an app. */
  readonly accept: (() => void) | null;
  /** Hides the offer and remembers that. */
  readonly hide: () => void;
}

/** The current offers, or null. Set only in a browser. */
export const installOffer = createStore<OfferActions | null>(null);
export const pushOffer = createStore<OfferActions | null>(null);

export function Offers() {
  const { t } = useTranslation(["live", "shell"]);
  const { brand } = useRuntimeConfig();
  const push = useOffer(pushOffer);
  const install = useOffer(installOffer);
  if (push)
    return <Offer offer={push} title={t("push.offer")} text={t("push.offerText")} accept={t("push.allow")} />;
  if (!install) return null;
  return (
    <Offer
      offer={install}
      title={t("shell:install.title", { brand: brand.name })}
      text={t(install.accept ? "shell:install.text" : "shell:install.ios")}
      accept={t("shell:install.install")}
    />
  );
}

function useOffer(store: Store<OfferActions | null>): OfferActions | null {
  const offer = useSyncExternalStore(store.subscribe, store.current, () => null);
  const [isOfThisPage] = useState(() => offer !== null);
  return isOfThisPage ? offer : null;
}

interface OfferProps {
  readonly offer: OfferActions;
  readonly title: string;
  readonly text: string;
  /** Text of the button. */
  readonly accept: string;
}

function Offer({ offer, title, text, accept }: OfferProps) {
  const { t } = useTranslation("shell");
  return (
    <aside className="offer" aria-label={title}>
      <p className="offer__title">{title}</p>
      <p>{text}</p>
      <p className="actions">
        {offer.accept ? (
          <button className="button button--primary" type="button" onClick={offer.accept}>
            {accept}
          </button>
        ) : null}
        <button className="button button--quiet" type="button" onClick={offer.hide}>
          {t("install.hide")}
        </button>
      </p>
    </aside>
  );
}
