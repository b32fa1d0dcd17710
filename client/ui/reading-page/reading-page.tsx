/** A page of text: one heading, a lead, sections with addresses of their own, and a list of them where it is long. */
import type { ReactNode } from "react";
import { KeptPart } from "#client/ui/kept-part.tsx";

export interface ReadingSection {
  /** The section's anchor. */
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
  /** False where the content shows the record. Otherwise it is the same each time and holds nothing that uses `useId`. */
  readonly isKept?: boolean;
  /** Stands out as something to beware of. */
  readonly isCaution?: boolean;
}

export interface ReadingPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Heading of the list of sections; without it there is no list. */
  readonly contents?: string;
  readonly sections: readonly ReadingSection[];
  /** Stands at the end, as the date of the last revision. */
  readonly children?: ReactNode;
}

const CONTENTS_ID = "contents";

export function ReadingPage({ title, lead, contents, sections, children }: ReadingPageProps) {
  return (
    <article className="reading">
      <h1>{title}</h1>
      <p className="reading__lead">{lead}</p>
      {contents === undefined ? null : (
        <KeptPart name="contents" by={title}>
          <nav className="reading__toc" aria-labelledby={CONTENTS_ID}>
            <p id={CONTENTS_ID}>{contents}</p>
            <ul>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        </KeptPart>
      )}
      {sections.map(({ id, title: heading, content, isCaution = false, isKept = true }) => (
        <KeptPart key={id} name={isKept ? "section" : undefined} by={[title, id]}>
          <section
            id={id}
            aria-labelledby={`${id}-title`}
            className={isCaution ? "callout callout--caution" : undefined}
          >
            <h2 id={`${id}-title`}>{heading}</h2>
            {content}
          </section>
        </KeptPart>
      ))}
      {children}
    </article>
  );
}
