/** A file that is fetched part after part and saved once it is whole; nothing is kept of one that is not. */
import { useEffect, useRef, useState } from "react";
import { downloadFile } from "#client/data/download-file.ts";
import { useAction } from "#client/features/form/use-action.ts";
import { useSession } from "#client/features/session/session-context.tsx";

export interface Download {
  /** What has come so far; null where none is under way. */
  readonly receivedBytes: number | null;
  /** Does nothing while one is under way. What goes wrong is said in a toast. */
  readonly start: (path: string, name: string) => void;
  readonly cancel: () => void;
}

/** Leaving the page cancels it. */
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
