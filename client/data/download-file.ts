/** A file of the API that only its member may have, so that no plain link can fetch it. */
import type { ApiFetch } from "./api-fetch.ts";
import { readHttpError, unanswered } from "./http-error.ts";

/**
 * Fetches the file, by POST where there is a body to send, and hands it to the browser to save. Rejects with `HttpError` or
 * `NetworkError`; only for the browser.
 */
export async function downloadFile(
  fetch: ApiFetch,
  path: string,
  name: string,
  body?: unknown,
): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(fetch, path, body));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser holds the file by the time the click has been dealt with, not before.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchFile(fetch: ApiFetch, path: string, body: unknown): Promise<Blob> {
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, { isFile: true, ...(body !== undefined && post) });
  if (!response.ok) throw await readHttpError(response, Date.now());
  try {
    return await response.blob();
  } catch (error) {
    throw unanswered(error);
  }
}
