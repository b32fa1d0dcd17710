/** Which files of a build make its pages work offline in one language. */
import type { BuildManifest } from "#shared/builds.ts";
import type { Language } from "#shared/languages.ts";

/** Styles, entry, application, every page's code and this language's texts; no other language's. */
export function languageAssets(manifest: BuildManifest, language: Language): string[] {
  const texts = Object.entries(manifest.texts).flatMap(([name, file]) =>
    name.startsWith(`${language}/`) ? [file] : [],
  );
  return [
    ...new Set([
      ...manifest.styles,
      ...manifest.entryFiles,
      ...manifest.applicationFiles,
      ...Object.values(manifest.pages).flat(),
      ...texts,
    ]),
  ];
}
