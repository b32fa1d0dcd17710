/** The HTML of parts of pages in this isolate's memory (client/ui/kept-part.tsx): oldest first out, bounded in size. */

export interface KeptParts {
  find(key: string): string | undefined;
  keep(key: string, html: string): void;
}

const MAX_CHARACTERS = 4 * 1024 * 1024;

export function createKeptParts(maxCharacters = MAX_CHARACTERS): KeptParts {
  // A Map remembers insertion order, so the first entry is the oldest.
  const parts = new Map<string, string>();
  let characters = 0;

  return {
    find: (key) => parts.get(key),
    keep(key, html) {
      if (parts.has(key)) return;
      parts.set(key, html);
      characters += key.length + html.length;
      for (const [oldest, dropped] of parts) {
        if (characters <= maxCharacters) break;
        parts.delete(oldest);
        characters -= oldest.length + dropped.length;
      }
    },
  };
}
