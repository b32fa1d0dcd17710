/** The field for a signal's asset: any asset may be published; it suggests those of the newest signals. */
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching, type Proposal } from "#client/ui/combobox/proposals.ts";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";

export interface AssetFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly defaultValue?: string;
}

export function AssetField({ name, error, defaultValue }: AssetFieldProps) {
  const { t } = useTranslation("admin");
  const { data } = useApi("/api/signals/?limit=100", SignalPage);
  const known = [...new Set(data?.results.map(({ asset }) => asset))].sort();
  return (
    <ComboboxField
      name={name}
      error={error}
      defaultValue={defaultValue}
      label={t("fields.asset")}
      placeholder="EUR/USD"
      proposalsFor={(typed) => assetsFor(typed, known)}
    />
  );
}

/** The known assets that match, and the canonical spelling if it differs from the input: `USD/SEK` for `usdsek`. */
export function assetsFor(typed: string, known: readonly string[]): readonly Proposal[] {
  const written = withoutInvisible(typed);
  const spelled = canonicalAsset(written);
  const isNew =
    spelled !== null && !known.includes(spelled) && spelled.toUpperCase() !== written.toUpperCase();
  const matches = matching(
    known.map((value) => ({ value })),
    written,
  );
  return isNew ? [{ value: spelled }, ...matches] : matches;
}
