/**
 * Exports come in parts, however long the record is. `Link` (RFC 8288) of an answer leads to the next part, by another query on the
 * same address; the last part has none. The parts one after the other are the whole file.
 */

const LINK = /^<(\?[\w%&=+*.~:/@,!-]*)>; rel="next"$/;

/** Query of the next part, with its question mark; null where `Link` is absent or anything else. */
export function queryOfNextPart(link: string | null): string | null {
  return (link && LINK.exec(link)?.[1]) ?? null;
}

/** What `fetch` answers, as far as it matters here. */
interface Answer {
  readonly headers: { get(name: string): string | null };
}

/** An export's parts from `address` on, each fetched when it is asked for. Rejects with what `fetchPart` threw, and where parts go round in a circle. */
export async function* fetchParts<Part extends Answer>(
  address: string,
  fetchPart: (address: string) => Promise<Part>,
): AsyncGenerator<Part> {
  const [path = ""] = address.split("?");
  const asked = new Set<string>();
  for (let next: string | null = address; next !== null;) {
    if (asked.has(next)) throw new Error(`${next} leads to itself`);
    asked.add(next);
    const part: Part = await fetchPart(next);
    yield part;
    const query = queryOfNextPart(part.headers.get("Link"));
    next = query === null ? null : path + query;
  }
}
