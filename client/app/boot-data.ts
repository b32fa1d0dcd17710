/** The JSON block in the document: runtime configuration and the data of the first render. */
import type { PageError } from "#client/ui/error-page-content.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";

export const BOOT_ELEMENT_ID = "boot";

export interface Boot {
  readonly config: RuntimeConfig;
  /** Data of the routes by id, as their loaders returned it. */
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** What the error page shows, by the id of the route that it replaces; null for any other page. */
  readonly errors: Readonly<Record<string, PageError>> | null;
  /** The route whose data is streamed with the part that shows it (client/data/page-data.tsx); null if there is none. */
  readonly lateRoute: string | null;
}

/** JSON that is safe inside a `<script>` element: no `<` can end it. */
export function serializeBoot(boot: Boot): string {
  return JSON.stringify(boot).replaceAll("<", "\\u003c");
}
