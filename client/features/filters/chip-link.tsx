/** A link to the list with another value of one filter, from its first page. */
import { type LinkProps, useLocation } from "react-router";
import { PageLink } from "#client/ui/link.tsx";

/** A filter that is set, in words. */
export interface Chip {
  readonly name: string;
  readonly text: string;
}

interface ChipLinkProps extends Omit<LinkProps, "to" | "className"> {
  readonly query: URLSearchParams;
  readonly name: string;
  /** Empty to remove the filter. */
  readonly value: string;
}

export function ChipLink({ query, name, value, ...link }: ChipLinkProps) {
  const { pathname } = useLocation();
  const rest = [...query].filter(([key, given]) => given !== "" && key !== name && key !== "cursor");
  const next = new URLSearchParams(value === "" ? rest : [...rest, [name, value]]);
  return (
    <PageLink
      {...link}
      className={value === "" ? "chip chip--set" : "chip"}
      to={next.size > 0 ? `${pathname}?${next}` : pathname}
      preventScrollReset
    />
  );
}
