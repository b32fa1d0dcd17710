/** Shares the page's address: copies the link, or uses the device's share sheet if there is one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Button } from "#client/ui/button.tsx";
import { CopyButton } from "#client/ui/copy-text.tsx";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";

export interface ShareLinksProps {
  /** Title of the shared page, for the recipient. */
  readonly title: string;
}

/** Placed at the end of a page, so that nothing shifts when the second button appears. */
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
      // `AbortError` means that the user has dismissed the share sheet.
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
