/** Idempotency keys for writes of staff, so that a retry after a lost answer does not write twice. */

interface RepeatKey {
  /** The same key for the same body until `sent`; another body gets a new key. */
  readonly of: (body: unknown) => string;
  /** To be called once the write was answered: the next write gets a new key, even with the same body. */
  readonly sent: () => void;
}

/** The key by which the server recognises a retry of a write whose answer was lost. */
export function createRepeatKey(): RepeatKey {
  let open: { readonly text: string; readonly key: string } | null = null;
  return {
    of(body) {
      const text = JSON.stringify(body);
      if (open?.text !== text) open = { text, key: randomKey() };
      return open.key;
    },
    sent() {
      open = null;
    },
  };
}

/** `crypto.randomUUID` exists only over https. */
function randomKey(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join("-");
}
