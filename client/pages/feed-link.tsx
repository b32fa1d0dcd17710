/** The link by which feed readers find the feed of the page's signals. React hoists it to the head. */
import { signalsFeedHref } from "#client/data/keys.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";

interface FeedLinkProps {
  /** Filters of the signals page. */
  readonly query: URLSearchParams;
  readonly title: string;
}

/** Renders nothing where the site has no feeds. */
export function FeedLink({ query, title }: FeedLinkProps) {
  const { language } = useRuntimeConfig();
  if (useAbsentParts().includes("feeds")) return null;
  const href = signalsFeedHref(query, language, "atom");
  return <link rel="alternate" type="application/atom+xml" title={title} href={href} />;
}
