/**
 * The answer with its body unpacked. The platform's `fetch` unpacks `gzip` and `br` by itself, but only in this spelling;
 * codings are case-insensitive, and `x-gzip` is `gzip` (RFC 9110 section 8.4.1).
 */
export function unpacked(response: Response): Response {
  const coding = response.headers.get("Content-Encoding")?.trim() ?? "";
  if (!response.body || coding === "gzip" || !/^(?:x-)?gzip$/i.test(coding)) return response;
  const answer = new Response(response.body.pipeThrough(new DecompressionStream("gzip")), response);
  answer.headers.delete("Content-Encoding");
  answer.headers.delete("Content-Length");
  return answer;
}
