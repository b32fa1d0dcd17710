/** A missing file is never answered with HTML: a browser would take it for the script it asked for. */
export function answerMissingFile(): Response {
  return new Response("Not found\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
