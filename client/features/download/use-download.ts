/** Downloads a file part by part and saves it once it is complete; an incomplete file is discarded. */
import { useEffect, useRef, useState } from "react";
import { downloadFile } from "#client/data/download-file.ts";
import { useAction } from "#client/features/form/use-action.ts";
import { useSession } from "#client/features/session/session-context.tsx";

export interface Download {
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
