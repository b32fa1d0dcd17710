/** Downloads a file of the API that a plain link cannot fetch, because it needs the member's token or comes in parts. */
import { fetchParts } from "#shared/http/export-parts.ts";
import type { ApiFetch } from "./api-fetch.ts";
import { readHttpError, unanswered } from "./http-error.ts";

export interface DownloadOptions {
  /** Body of a POST request; without it, the request is a GET. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Called after each part with the bytes received so far. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Fetches the file with all its parts and passes it to the browser to save. Rejects with `HttpError`, `NetworkError` or the
 * DOMException of an abort; only for the browser.
 */
export async function downloadFile(
  fetch: ApiFetch,
  path: string,
  name: string,
  options: DownloadOptions = {},
): Promise<void> {
  saveFile(await fetchFile(fetch, path, options), name);
}

/** Passes a file to the browser to save; only for the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click event, so it must not be revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchFile(
  fetch: ApiFetch,
  path: string,
  { body, signal, onProgress }: DownloadOptions,
): Promise<Blob> {
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const init = { isFile: true, ...(body !== undefined && post), ...(signal && { signal }) };
  const parts: Blob[] = [];
  let bytes = 0;
  for await (const response of fetchParts(path, (part) => fetch(part, init))) {
    if (!response.ok) throw await readHttpError(response, Date.now());
    const part = await response.blob().catch((error) => Promise.reject(unanswered(error)));
    parts.push(part);
    bytes += part.size;
    onProgress?.(bytes);
  }
  return new Blob(parts);
}
