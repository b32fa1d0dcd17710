/** Keys for comparing names and handles: those that read alike, or look alike, give the same key. */
import confusables from "./confusables.json" with { type: "json" };

/**
 * Characters that readers overlook: the accents of European scripts (elsewhere such marks are letters of their own), spaces,
 * invisible characters.
 */
const PASSED_OVER = /[\u0300-\u036f\u2800\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;

/** The same for all forms of a letter (NFKC), in either case, with or without the characters that readers overlook. */
export function foldName(name: string): string {
  // In upper case ß is SS and every sigma the same; ẞ becomes SS by way of ß. U+2800 is the Braille pattern without dots.
  return bareName(name.normalize("NFKD").toLowerCase().toUpperCase());
}

/** As `foldName`, but by how letters look as written, in any script (Unicode Technical Standard 39, section 4). */
export function skeletonOf(name: string): string {
  prototypes ??= new Map(
    Object.entries(confusables).flatMap(([prototype, alike]) =>
      Array.from(alike, (character) => [character, prototype] as const),
    ),
  );
  return foldName(
    Array.from(bareName(name), (character) => prototypes?.get(character) ?? character).join(""),
  );
}

let prototypes: ReadonlyMap<string, string> | undefined;

function bareName(name: string): string {
  return name.normalize("NFKD").replaceAll(PASSED_OVER, "");
}

interface Named {
  readonly handle: string;
  readonly name: string;
}

/** Which part of a new trader resembles another trader, and which part of that one. */
export interface Resemblance {
  readonly of: keyof Named;
  readonly resembles: string;
}

/** Null if nobody could mistake the new trader for one of the others. */
export function resemblanceOf({ handle, name }: Named, others: readonly Named[]): Resemblance | null {
  const own = { name: looksOf(name), handle: looksOf(handle) };
  for (const other of others) {
    const theirs = { name: looksOf(other.name), handle: looksOf(other.handle) };
    if (areAlike(own.handle, theirs.handle)) return { of: "handle", resembles: other.handle };
    if (areAlike(own.handle, theirs.name)) return { of: "handle", resembles: other.name };
    if (areAlike(own.name, theirs.name)) return { of: "name", resembles: other.name };
    if (areAlike(own.name, theirs.handle)) return { of: "name", resembles: other.handle };
  }
  return null;
}

type Looks = readonly string[];

/**
 * Letters that look alike in one case may not in the other: `I` as `l`, `m` as `rn`. Compared without hyphens, which a
 * handle has in place of spaces, and without other marks; a text of marks only stays as it is.
 */
function looksOf(text: string): Looks {
  const looks = [
    foldName(text),
    skeletonOf(text),
    skeletonOf(text.toLowerCase()),
    skeletonOf(text.toUpperCase()),
  ];
  return looks.map((look) => look.replaceAll(/[\p{P}\p{S}]/gu, "") || look);
}

function areAlike(looks: Looks, others: Looks): boolean {
  return looks.some((look) => others.includes(look));
}
