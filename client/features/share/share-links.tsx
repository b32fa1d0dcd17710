/** Takes the page's address along: as a link that is copied, and by the device's own ways where it has some. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Button } from "#client/ui/button.tsx";
import { CopyButton } from "#client/ui/copy-text.tsx";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";

export interface ShareLinksProps {
  /** What the page shows, for whoever is sent the link. */
  readonly title: string;
}

/** Ends a page: nothing moves when the second button comes. */
export function ShareLinks({ title }: ShareLinksProps) {
  const { t } = useTranslation("live");
  const { siteOrigin } = useRuntimeConfig();
  const { pathname, search } = useLocation();
  const [hasFailed, setHasFailed] = useState(false);
  const url = siteOrigin + pathname + search;
  const canShare = useIsHydrated() && "share" in navigator;

  async function share(): Promise<void> {
    setHasFailed(false);
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Whoever thinks better of it has closed the device's own window.
      setHasFailed(!(error instanceof DOMException && error.name === "AbortError"));
    }
  }

  return (
    <div className="actions share needs-script" role="group" aria-label={t("share.label")}>
      <CopyButton text={url} refused={t("share.refused")}>
        {t("share.copy")}
      </CopyButton>
      {canShare ? <Button onClick={() => void share()}>{t("share.share")}</Button> : null}
      {hasFailed ? <p role="alert">{t("share.failed")}</p> : null}
    </div>
  );
}
