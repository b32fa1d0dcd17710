/** The background colour of each theme as browsers report it, for tests that must pass with any brand. */
import Color from "colorjs.io";
import { brandGrounds } from "#worker/local/brand-colors.ts";

const rgb = (color: string) => {
  const channels = new Color(color).to("srgb").coords.map((channel) => Math.round((channel ?? 0) * 255));
  return `rgb(${channels.join(", ")})`;
};

const grounds = brandGrounds();

/** As in `getComputedStyle(document.body).backgroundColor`. */
export const GROUND = { dark: rgb(grounds.dark), light: rgb(grounds.light) } as const;
