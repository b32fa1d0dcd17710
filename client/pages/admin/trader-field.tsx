/** The active traders, and a field that chooses one of them. */
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { useData } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching, plain } from "#client/ui/combobox/proposals.ts";
import { type Trader, TraderPage } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { MAX_TRADER_PAGES } from "#shared/limits/lists.ts";

const FIRST_PAGE = "/api/traders/?sort=handle&limit=100";

export interface TraderFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly defaultValue?: string;
}

/** Searches any part of name or handle; sends the handle. */
export function TraderField({ name, error, defaultValue }: TraderFieldProps) {
  const { t } = useTranslation("admin");
  const proposals = useTraders().map(({ handle, name }) => ({ value: handle, name }));
  return (
    <ComboboxField
      name={name}
      error={error}
      defaultValue={defaultValue}
      label={t("fields.trader")}
      hint={t("fields.traderHint")}
      proposalsFor={(typed) => matching(proposals, typed)}
    />
  );
}

/** Sorted by handle; empty until they have loaded, and if the API has no such list. */
export function useTraders(): readonly Trader[] {
  const { http } = useData();
  // The key starts with the path of the traders, so that `useRefresh` revalidates it after a trader is added or retires.
  const { data } = useSWR(`${FIRST_PAGE}#all`, () => loadTraders(http));
  return data ?? [];
}

async function loadTraders(http: Http): Promise<readonly Trader[]> {
  const traders: Trader[] = [];
  let cursor: string | null = "";
  for (let page = 0; page < MAX_TRADER_PAGES && cursor !== null; page += 1) {
    const path: string = cursor === "" ? FIRST_PAGE : `${FIRST_PAGE}&cursor=${encodeURIComponent(cursor)}`;
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const { results, next } = await http.get(path, TraderPage);
    traders.push(...results.filter(({ retired_at }) => retired_at === null));
    cursor = next;
  }
  return traders;
}

/**
 * The handle that was typed, or that belongs to a full name that only one trader has; other text is returned unchanged, and the
 * API refuses it.
 */
export function handleOf(typed: string, traders: readonly Pick<Trader, "handle" | "name">[]): string {
  const text = withoutInvisible(typed).toLowerCase();
  if (traders.some(({ handle }) => handle === text)) return text;
  const named = traders.filter(({ name }) => plain(name) !== "" && plain(name) === plain(text));
  return named.length === 1 ? (named[0]?.handle ?? text) : text;
}
