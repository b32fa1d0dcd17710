/** Back and on through a long list. The caller gives the links, since only it knows their addresses. */
import type { ReactNode } from "react";

export interface PaginationProps {
  /** Name of the navigation, such as "Pages of signals". */
  readonly label: string;
  /** Where the reader is, such as "51–100 of 10 000". */
  readonly summary: string;
  /** A link, or null on the first page. */
  readonly previous: ReactNode;
  /** A link, or null on the last page. */
  readonly next: ReactNode;
}

export function Pagination({ label, summary, previous, next }: PaginationProps) {
  return (
    <nav className="pagination" aria-label={label}>
      <span className="pagination__step">{previous}</span>
      <span className="pagination__summary">{summary}</span>
      <span className="pagination__step">{next}</span>
    </nav>
  );
}
