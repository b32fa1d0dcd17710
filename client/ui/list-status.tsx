/** Announces politely the result of filtering or sorting a list, because the focus stays on the control. */
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";

/**
 * Must be rendered before there is anything to announce, or screen readers would miss it. Its children describe the list, and are
 * empty while it loads. The initial list is not announced, and its text is not rendered.
 */
export function ListStatus({ children }: { readonly children: ReactNode }) {
  const [query] = useSearchParams();
  const selection = selectionOf(query);
  // Null once the selection has changed.
  const [first, setFirst] = useState<string | null>(selection);
  if (first !== null && first !== selection) setFirst(null);
  return (
    <output className="visually-hidden">
      {/* With the key, the same text for another selection counts as a change and is announced. */}
      {first === null ? <span key={selection}>{children}</span> : null}
    </output>
  );
}

/** The address's query without the cursor. */
function selectionOf(query: URLSearchParams): string {
  const selection = new URLSearchParams(query);
  selection.delete("cursor");
  return selection.toString();
}
