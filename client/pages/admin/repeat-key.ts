/** Names a write of staff, so that a lost answer does not make it two. */

interface RepeatKey {
  /** The same for the same body until `sent`; another body is another write. */
  readonly of: (body: unknown) => string;
  /** The write was answered: the next one is new, even with the same body. */
  readonly sent: () => void;
}

/** The key by which the server knows a write that is sent again because its answer was lost. */
export function createRepeatKey(createKey: () => string = randomKey): RepeatKey {
  let open: { readonly text: string; readonly key: string } | null = null;
  return {
    of(body) {
      const text = JSON.stringify(body);
      if (open?.text !== text) open = { text, key: createKey() };
      return open.key;
    },
    sent() {
      open = null;
    },
  };
}

/** Not `crypto.randomUUID`, which browsers have only over https. */
function randomKey(): string {
  return crypto.getRandomValues(new BigUint64Array(2)).join("-");
}
