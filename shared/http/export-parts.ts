/**
 * Exports come in parts, so that their length is not limited. `Link` (RFC 8288) of an answer names the next part, by another query
 * on the same address; the last part has none. The parts in order are the whole file.
 */

const LINK = /^<(\?[\w%&=+*.~:/@,!-]*)>; rel="next"$/;

/** Query of the next part, with its question mark; null if `Link` is absent or has another form. */
export function queryOfNextPart(link: string | null): string | null {
  return (link && LINK.exec(link)?.[1]) ?? null;
}

/** The part of `fetch`'s answer that is used here. */
interface Answer {
  readonly headers: { get(name: string): string | null };
}

/**
 * An export's parts from `address` on, each fetched on demand. Rejects with the error of `fetchPart`, and if the links form a loop.
 */
export async function* fetchParts<Part extends Answer>(
  address: string,
  fetchPart: (address: string) => Promise<Part>,
): AsyncGenerator<Part> {
  const [path = ""] = address.split("?");
  const asked = new Set<string>();
  for (let next: string | null = address; next !== null;) {
    if (asked.has(next)) throw new Error(`${next} links to itself`);
    asked.add(next);
    const part: Part = await fetchPart(next);
    yield part;
    const query = queryOfNextPart(part.headers.get("Link"));
    next = query === null ? null : path + query;
  }
}
