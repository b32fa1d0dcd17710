/** Says politely what came of narrowing or sorting a list: the focus stays where it was, and the list is elsewhere. */
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";

/**
 * Stands on the page before there is anything to say, or screen readers would not hear it. The text inside is what the list now
 * shows, empty while it loads. The list that the page began with says nothing, and what it would say is not rendered.
 */
export function ListStatus({ children }: { readonly children: ReactNode }) {
  const [query] = useSearchParams();
  const selection = selectionOf(query);
  // Null once it has changed.
  const [first, setFirst] = useState<string | null>(selection);
  if (first !== null && first !== selection) setFirst(null);
  return (
    <output className="visually-hidden">
      {/* The same words about another selection are news. */}
      {first === null ? <span key={selection}>{children}</span> : null}
    </output>
  );
}

/** The address's query, whatever page of the list it asks for. */
function selectionOf(query: URLSearchParams): string {
  const selection = new URLSearchParams(query);
  selection.delete("cursor");
  return selection.toString();
}
