/** A trader's name, with a link to the trader's record if the site has that page. */
import { PageLink } from "#client/ui/link.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { detailHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";

export function TraderName({ handle, name }: { readonly handle: string; readonly name: string }) {
  const { language } = useRuntimeConfig();
  const isThere = isLinked("traders", useAbsentParts());
  const isolated = <bdi>{name}</bdi>;
  return isThere ? <PageLink to={detailHref(language, "traders", handle)}>{isolated}</PageLink> : isolated;
}
