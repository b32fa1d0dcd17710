/** Progress of a download in words, with a button that cancels it. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Download } from "./use-download.ts";

export function DownloadStatus({ download: { receivedBytes, cancel } }: { readonly download: Download }) {
  const { t } = useTranslation("common");
  const { count } = useFormats();
  const isRunning = receivedBytes !== null;
  return (
    <>
      <div aria-live="polite">{isRunning ? <p>{t("download.running")}</p> : null}</div>
      {isRunning ? (
        <div className="actions">
          <span>{t("download.received", { kilobytes: count(receivedBytes / 1000) })}</span>
          <Button look="quiet" onClick={cancel}>
            {t("form.cancel")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
