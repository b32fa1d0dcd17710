/** The traders that publish, and the field for one of them. */
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { useData } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching, plain } from "#client/ui/combobox/proposals.ts";
import { type Trader, TraderPage } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { useCountText } from "./staff-forms.tsx";
import { MAX_TRADER_PAGES } from "#shared/limits/lists.ts";

const FIRST_PAGE = "/api/traders/?sort=handle&limit=100";

export interface TraderFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly defaultValue?: string;
}

/** Found by any part of name or handle, and sent by its handle. */
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
      countText={useCountText()}
    />
  );
}

/** By handle; empty until they are there, and where the API has no such list. */
export function useTraders(): readonly Trader[] {
  const { http } = useData();
  // Begins as their path does, so that a trader who is added or retires is seen here.
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

/** The handle that is meant by it, or by a whole name that only one trader has; what is neither stays, to be refused. */
export function handleOf(typed: string, traders: readonly Pick<Trader, "handle" | "name">[]): string {
  const text = withoutInvisible(typed).toLowerCase();
  if (traders.some(({ handle }) => handle === text)) return text;
  const named = traders.filter(({ name }) => plain(name) !== "" && plain(name) === plain(text));
  return named.length === 1 ? (named[0]?.handle ?? text) : text;
}
