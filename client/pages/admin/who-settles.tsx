/** Who settles a signal on an asset: prices, with the newest one and its age, or staff. */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { longestLead, SignalPrices } from "#shared/contracts/prices.ts";
import { PRICE_REFRESH_MS } from "#shared/limits/lists.ts";
import { SECOND_MS } from "#shared/time/time-units.ts";
import { usePriceLeads } from "./staff-forms.tsx";

/** Null where staff settle; `leadMs` before its entry a signal has to be published. Undefined until it is known. */
export function useSettling(asset: string | null): { readonly leadMs: number } | null | undefined {
  const leads = usePriceLeads();
  if (!leads || asset === null) return undefined;
  const lead = longestLead(leads, [asset]);
  return lead === null ? null : { leadMs: lead * SECOND_MS };
}

export function WhoSettles({ asset }: { readonly asset: string | null }) {
  const { t } = useTranslation("publish");
  const settling = useSettling(asset);
  return (
    <p className="who-settles">
      <span role="status">{settling === undefined ? null : t(settling ? "byPrices" : "byHand")}</span>
      {/* Outside the status, because its age changes each second. */}
      {settling && asset !== null ? <LatestPrice asset={asset} /> : null}
    </p>
  );
}

function LatestPrice({ asset }: { readonly asset: string }) {
  const { t } = useTranslation("publish");
  const { locale, price } = useFormats();
  const path = `/api/admin/signals/prices/?asset=${encodeURIComponent(asset)}`;
  const { data } = useApi(path, SignalPrices, { refreshInterval: PRICE_REFRESH_MS });
  const nowS = useSyncExternalStore(eachSecond, () => Math.floor(Date.now() / SECOND_MS));
  if (!data) return null;
  const [latest] = data.points;
  if (!latest) return ` · ${t("noPrice")}`;
  const ageS = Math.max(0, nowS - Math.floor(Date.parse(latest.at) / SECOND_MS));
  const relative = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" });
  const age =
    ageS < 120 ? relative.format(-ageS, "second") : relative.format(-Math.floor(ageS / 60), "minute");
  return ` · ${t("latestPrice", { asset, price: price(latest.price), age })}`;
}

function eachSecond(onSecond: () => void): () => void {
  const ticking = setInterval(onSecond, SECOND_MS);
  return () => clearInterval(ticking);
}
