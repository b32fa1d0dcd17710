/** A page of text: one heading, a lead, sections with addresses of their own, and a list of them where it is long. */
import type { ReactNode } from "react";
import { KeptPart } from "#client/ui/kept-part.tsx";
import { RestOfPage, useIsRestShown } from "#client/ui/rest-of-page.tsx";

export interface ReadingPageProps<Id extends string> {
  readonly title: string;
  readonly lead: ReactNode;
  /** Heading of the list of sections; without it there is no list. */
  readonly contents?: string;
  /** Anchors of the sections. */
  readonly sections: readonly Id[];
  readonly sectionTitle: (id: Id) => string;
  /** The same each time, and nothing in it uses `useId`: the server keeps it. */
  readonly renderContent: (id: Id) => ReactNode;
  /** The section that stands out as something to beware of. */
  readonly caution?: Id;
  /** The section whose content shows the record, and changes with it. */
  readonly changing?: Id;
  /** Stands at the end, as the date of the last revision. */
  readonly children?: ReactNode;
}

const CONTENTS_ID = "contents";

/** As many sections as fill the first screen. */
const FIRST_SECTIONS = 2;

export function ReadingPage<Id extends string>(page: ReadingPageProps<Id>) {
  const { title, lead, contents, sections, changing, children } = page;
  const fixed = changing === undefined ? sections.length : sections.indexOf(changing);
  return (
    <article className="reading">
      <h1>{title}</h1>
      <p className="reading__lead">{lead}</p>
      <KeptPart name="reading" by={title}>
        {contents === undefined ? null : <Contents page={page} />}
        <Sections page={page} ids={sections.slice(0, fixed)} />
      </KeptPart>
      {changing === undefined ? null : (
        <>
          <Section page={page} id={changing} />
          <KeptPart name="reading-rest" by={title}>
            <Sections page={page} ids={sections.slice(fixed + 1)} />
          </KeptPart>
        </>
      )}
      <RestOfPage>{children}</RestOfPage>
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

interface SectionsProps<Id extends string> {
  readonly page: ReadingPageProps<Id>;
  readonly ids: readonly Id[];
}

function Sections<Id extends string>({ page, ids }: SectionsProps<Id>) {
  return ids.map((id) => <Section key={id} page={page} id={id} />);
}

interface SectionProps<Id extends string> {
  readonly page: ReadingPageProps<Id>;
  readonly id: Id;
}

function Section<Id extends string>({ page, id }: SectionProps<Id>) {
  const isShown = useIsRestShown() || page.sections.indexOf(id) < FIRST_SECTIONS;
  if (!isShown) return null;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={id === page.caution ? "callout callout--caution" : undefined}
    >
      <h2 id={`${id}-title`}>{page.sectionTitle(id)}</h2>
      {page.renderContent(id)}
    </section>
  );
}
