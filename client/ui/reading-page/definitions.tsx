/** Terms and what they mean. */

export interface Definition {
  readonly term: string;
  readonly text: string;
}

export function Definitions({ definitions }: { readonly definitions: readonly Definition[] }) {
  return (
    <dl>
      {definitions.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
