/** Renders a text in which `<mark>words</mark>` stands for an element. Marks do not nest. */
import { Fragment, type ReactNode } from "react";

/** The element for each mark. Words in a mark that is missing here stay plain. */
export type Marks = Readonly<Record<string, (words: string) => ReactNode>>;

const MARK = /<([a-z][a-z-]*)>([^<]*)<\/\1>/g;

export function MarkedText({ text, marks }: { readonly text: string; readonly marks: Marks }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, name = "", words = ""] = match;
    parts.push(text.slice(end, match.index));
    parts.push(<Fragment key={match.index}>{marks[name]?.(words) ?? words}</Fragment>);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
}
