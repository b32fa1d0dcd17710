/** A trader's record in slices of one kind, which the address names; without script in UTC. */
import { useLocation, useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { slicesKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { WinRateLegend } from "#client/features/figures/win-rate.tsx";
import { sliceKindOf } from "#client/pages/page-keys.ts";
import { PageLink } from "#client/ui/link.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { asPart } from "#client/ui/part.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { SLICE_KINDS, type SliceKind, TraderSlices, ZONED_KINDS } from "#shared/contracts/slices.ts";
import { figuresOfSlices } from "#shared/record/slices.ts";
import { SliceTable } from "./slice-table.tsx";

export const SlicesSection = asPart(Section);

const SECTION_ID = "slices";

function Section({ handle }: { readonly handle: string }) {
  const { t } = useTranslation("traders");
  const [query] = useSearchParams();
  const by = sliceKindOf(query);
  if (useAbsentParts().includes("slices")) return null;
  return (
    <section id={SECTION_ID}>
      <h2>{t("slices.heading")}</h2>
      <p className="intro">{t("slices.intro")}</p>
      <SliceKinds current={by} />
      <Slices key={by} handle={handle} by={by} />
    </section>
  );
}

function SliceKinds({ current }: { readonly current: SliceKind }) {
  const { pathname } = useLocation();
  const { t } = useTranslation("traders");
  return (
    <>
      <nav className="view-nav" aria-label={t("slices.kinds")}>
        {SLICE_KINDS.map((kind) => (
          <PageLink
            key={kind}
            className="view-nav__link"
            to={`${pathname}?by=${kind}#${SECTION_ID}`}
            aria-current={kind === current ? "true" : undefined}
            preventScrollReset
          >
            {t(`slices.by.${kind}`)}
          </PageLink>
        ))}
      </nav>
      <ListStatus>{t("slices.caption", { kind: t(`slices.by.${current}`) })}</ListStatus>
    </>
  );
}

interface SlicesProps {
  readonly handle: string;
  readonly by: SliceKind;
}

function Slices({ handle, by }: SlicesProps) {
  const { t } = useTranslation("traders");
  const zone = useShownZone();
  // Keeps the slices in UTC on screen until those in the reader's zone have loaded.
  const { data, error, mutate } = useApi(slicesKey(handle, by, zone), TraderSlices, {
    keepPreviousData: true,
  });
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  const figures = figuresOfSlices(by, data.slices);
  return (
    <>
      {ZONED_KINDS.has(by) ? (
        <p className="intro intro--small">{t("slices.zone", { zone: data.zone.replaceAll("_", " ") })}</p>
      ) : null}
      {figures.length > 0 ? <WinRateLegend /> : null}
      <SliceTable by={by} figures={figures} />
    </>
  );
}
