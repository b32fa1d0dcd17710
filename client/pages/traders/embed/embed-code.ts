/** HTML and Markdown that others paste into their pages to show a trader's record. */
import type { Language } from "#shared/site/languages.ts";
import { badgeHref, detailHref, embedHref } from "#shared/site/routes.ts";

/** In pixels; tests check that the longest texts fit. */
export const BADGE_SIZE = { width: 400, height: 98 } as const;
/** In pixels: high enough that nothing scrolls, on a phone too, if the name takes one line. */
export const FRAME_HEIGHT = 580;

export interface Embedded {
  readonly siteOrigin: string;
  readonly language: Language;
  readonly handle: string;
  /** Text alternative of the picture. */
  readonly title: string;
}

export function embedCode({ siteOrigin, language, handle, title }: Embedded) {
  const page = siteOrigin + detailHref(language, "traders", handle);
  const badge = siteOrigin + badgeHref(language, handle);
  const words = escapeHtml(title);
  return {
    // No style attribute, which many sites' policies block.
    frame:
      `<iframe src="${siteOrigin + embedHref(language, handle)}" title="${words}"` +
      ` width="100%" height="${FRAME_HEIGHT}" loading="lazy" frameborder="0"></iframe>`,
    badge:
      `<a href="${page}"><img src="${badge}" alt="${words}"` +
      ` width="${BADGE_SIZE.width}" height="${BADGE_SIZE.height}" loading="lazy"></a>`,
    badgeMarkdown: `[![${escapeMarkdown(title)}](${badge})](${page})`,
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** CommonMark, section 2.4: any ASCII punctuation may be escaped. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
