/** Which answers may be kept. */

/** Pages that the server lets anyone keep; nothing personal, no error, nothing that was redirected. */
export function mayCachePage(response: Response): boolean {
  const cacheControl = response.headers.get("Cache-Control") ?? "no-store";
  return (
    response.status === 200 &&
    !response.redirected &&
    !/no-store|private/.test(cacheControl) &&
    contentType(response) === "text/html"
  );
}

/** Hashed files; a page sent in place of a missing file is not one. */
export function mayCacheAsset(response: Response): boolean {
  return response.status === 200 && contentType(response) !== "text/html";
}

function contentType(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
