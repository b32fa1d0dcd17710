/** A page of text: one heading, a lead, sections with addresses of their own, and a list of them where it is long. */
import type { ReactNode } from "react";

export interface ReadingSection {
  /** The section's anchor. */
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
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
      )}
      {sections.map((section) => (
        <section
          key={section.id}
          id={section.id}
          aria-labelledby={`${section.id}-title`}
          className={section.isCaution ? "callout callout--caution" : undefined}
        >
          <h2 id={`${section.id}-title`}>{section.title}</h2>
          {section.content}
        </section>
      ))}
      {children}
    </article>
  );
}
