/** The background colour of each theme as browsers report it, for tests that must pass with any brand. */
import { formatRgb } from "culori";
import { brandGrounds } from "#worker/build/brand-colors.ts";

const grounds = brandGrounds();

/** As in `getComputedStyle(document.body).backgroundColor`. */
export const GROUND = { dark: formatRgb(grounds.dark), light: formatRgb(grounds.light) } as const;
