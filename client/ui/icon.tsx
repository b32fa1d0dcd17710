/** A few 24-pixel stroke icons. Always beside a word or inside a control with an accessible name; never the only message. */

/** Paths on a 24 by 24 grid. Those marked "lucide" come from lucide.dev (ISC License, © Lucide Contributors). */
const PATHS = {
  "alert-octagon": "M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8zM12 8v4.5M12 16h.01",
  "alert-triangle": "M12 3.5 22 20.5H2zM12 10v4.5M12 17.5h.01",
  /** lucide arrow-down */
  "arrow-down": "m19 12-7 7-7-7M12 5v14",
  /** lucide arrow-right */
  "arrow-right": "m12 5 7 7-7 7M5 12h14",
  /** lucide arrow-up */
  "arrow-up": "m5 12 7-7 7 7M12 19V5",
  /** lucide arrow-up-down */
  "arrow-up-down": "m21 16-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16",
  /** lucide bell */
  bell: "M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
  /** lucide bell-off */
  "bell-off":
    "M10.268 21a2 2 0 0 0 3.464 0M17 17H4a1 1 0 0 1-.74-1.673C4.59 13.956 6 12.499 6 8a6 6 0 0 1 .258-1.742M2 2l20 20M8.668 3.01A6 6 0 0 1 18 8c0 2.687.77 4.653 1.707 6.05",
  /** After lucide calendar */
  calendar: "M4 5h16v15H4zM4 10h16M8.5 2.5v4M15.5 2.5v4",
  /** lucide check */
  check: "M20 6 9 17l-5-5",
  "check-circle": "m8 12.5 3 3 5-6M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  "chevron-down": "m5 9 7 7 7-7",
  "chevron-left": "m15 5-7 7 7 7",
  "chevron-right": "m9 5 7 7-7 7",
  clock: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 7v5.5l3.5 2",
  info: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 11.5V17M12 7.5h.01",
  /** lucide menu */
  menu: "M4 6h16M4 12h16M4 18h16",
  /** lucide search */
  search: "m21 21-4.3-4.3M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  shield: "m8.5 12 2.5 2.5 4.5-5M12 2.5 20 5.5v6c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10v-6z",
  /** lucide star */
  star: "m12 2.5 2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.2-5.9 3.2 1.2-6.5-4.8-4.6 6.6-.9z",
  /** lucide x */
  x: "m6 6 12 12M18 6 6 18",
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof PATHS;

/** Icons that point along the reading direction, and are mirrored in right-to-left scripts. */
const ALONG: ReadonlySet<IconName> = new Set(["arrow-right", "chevron-left", "chevron-right"]);

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={ALONG.has(name) ? "icon icon--along" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
