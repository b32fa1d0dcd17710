/** Downloads a file in parts and saves it once it is complete; an incomplete file is discarded. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadFile } from "#client/data/download-file.ts";
import { useAction } from "#client/features/form/use-action.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { Button } from "#client/ui/button.tsx";

interface Download {
  /** Bytes received so far; null if no download is under way. */
  readonly receivedBytes: number | null;
  /** Does nothing while a download is under way. Errors are shown in a toast. */
  readonly start: (path: string, name: string) => void;
  readonly cancel: () => void;
}

/** The download is cancelled when the component unmounts. */
export function useDownload(): Download {
  const { session } = useSession();
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const action = useAction(async (path: string, name: string) => {
    const { signal } = (running.current = new AbortController());
    setReceivedBytes(0);
    try {
      await downloadFile(session.authenticatedFetch, path, name, { signal, onProgress: setReceivedBytes });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setReceivedBytes(null);
    }
  });

  return { receivedBytes, start: action.run, cancel: () => running.current?.abort() };
}

/** Progress in words, with a button that cancels the download. */
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
