/**
 * The whole document. Rendered on the server and hydrated as one tree: an outer shell that only the server renders would change
 * the ids that React derives from the tree.
 */
import type { ReactNode } from "react";
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { BOOT_ELEMENT_ID } from "./boot-data.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";

export interface DocumentProps {
  readonly config: RuntimeConfig;
  /**
   * The boot block's JSON, already safe inside a script element. Null in the browser, where the server's block stays in place:
   * when a translator or an extension has changed the document, React renders it again and creates script elements from text,
   * which Trusted Types would reject.
   */
  readonly bootJson: string | null;
  /** Scripts to fetch at once. */
  readonly preloads: readonly string[];
  /** Scripts of the application, where it starts only when it is used; otherwise they are among `preloads`. */
  readonly parts: readonly string[];
  /**
   * More elements for the head, above all the style sheet. Rendered on the server only: React leaves elements in the head that
   * it does not know.
   */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

export function Document({ config, bootJson, preloads, parts, head, children }: DocumentProps) {
  const { tag, direction } = LANGUAGE_FACTS[config.language];
  // The first script sets classes and attributes on the root (features/session/member-mark.ts, theme.ts).
  return (
    <html lang={tag} dir={direction} className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        {/* Safari would turn figures into links, and React would have to render the page again. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {head}
      </head>
      <body>
        {children}
        <Links language={config.language} preloads={preloads} />
        {bootJson === null ? null : (
          <script
            id={BOOT_ELEMENT_ID}
            type="application/json"
            data-parts={parts.length > 0 ? parts.join(" ") : undefined}
          >
            {bootJson}
          </script>
        )}
      </body>
    </html>
  );
}

/**
 * React hoists these links to the end of the head, after the page's metadata: link previews read only the beginning of a
 * document.
 */
function Links({
  language,
  preloads,
}: {
  readonly language: Language;
  readonly preloads: readonly string[];
}) {
  return (
    <>
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={`/manifest.webmanifest?language=${language}`} />
    </>
  );
}
