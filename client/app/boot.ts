/** The one JSON block that travels in the document: runtime configuration and what the first render was made from. */
import type { PageError } from "#client/ui/page-error.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";

export const BOOT_ELEMENT_ID = "boot";

export interface Boot {
  readonly config: RuntimeConfig;
  /** Data of the routes by id, as their loaders returned it. */
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** What an error page shows, by the id of the route in whose place it stands; null for any other page. */
  readonly errors: Readonly<Record<string, PageError>> | null;
  /** The route whose data comes with the part that shows it (client/data/page-data.tsx); null where there is none. */
  readonly lateRoute: string | null;
}

/** JSON that is safe inside a `<script>` element: no `<` can end it. */
export function serializeBoot(boot: Boot): string {
  return JSON.stringify(boot).replaceAll("<", "\\u003c");
}
