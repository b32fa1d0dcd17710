/** A page of text: a heading, a lead, sections with anchors, and a table of contents if it is long. */
import type { ReactNode } from "react";

export interface ReadingPageProps<Id extends string> {
  readonly title: string;
  readonly lead: ReactNode;
  /** Heading of the table of contents; without it there is none. */
  readonly contents?: string;
  /** Anchors of the sections. */
  readonly sections: readonly Id[];
  readonly sectionTitle: (id: Id) => string;
  readonly renderContent: (id: Id) => ReactNode;
  /** The section that is highlighted as a warning. */
  readonly caution?: Id;
  /** Content at the end, such as the date of the last revision. */
  readonly children?: ReactNode;
}

const CONTENTS_ID = "contents";

export function ReadingPage<Id extends string>(page: ReadingPageProps<Id>) {
  const { title, lead, contents, sections, sectionTitle, renderContent, caution, children } = page;
  return (
    <article className="reading">
      <h1>{title}</h1>
      <p className="reading__lead">{lead}</p>
      {contents === undefined ? null : <Contents page={page} />}
      {sections.map((id) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-title`}
          className={id === caution ? "callout callout--caution" : undefined}
        >
          <h2 id={`${id}-title`}>{sectionTitle(id)}</h2>
          {renderContent(id)}
        </section>
      ))}
      {children}
    </article>
  );
}

function Contents<Id extends string>({ page }: { readonly page: ReadingPageProps<Id> }) {
  return (
    <nav className="reading__toc" aria-labelledby={CONTENTS_ID}>
      <p id={CONTENTS_ID}>{page.contents}</p>
      <ul>
        {page.sections.map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{page.sectionTitle(id)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
