/** The traders that a member follows, and their signals. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { feedPath } from "#client/data/keys.ts";
import { useFigureReloads, useSignalList } from "#client/features/live/use-live-news.ts";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { TraderName } from "#client/features/ledger/trader-name.tsx";
import { WinRateNumber } from "#client/features/ledger/win-rate.tsx";
import { SignalTable } from "#client/features/ledger/signal-table.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import type { FollowedTrader } from "#shared/contracts/profile.ts";
import { pageHref } from "#shared/routes.ts";
import { isLinked } from "#shared/site-parts.ts";

export function FollowingView() {
  const { t } = useTranslation("profile");
  return (
    <>
      <section>
        <h2>{t("following.heading")}</h2>
        <FollowedTraders />
      </section>
      <Feed />
    </>
  );
}

function FollowedTraders() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("profile");
  const hasRanking = isLinked("traders", useAbsentParts());
  const { traders, error, reload } = useFollows();
  const columns = useColumns();
  useFigureReloads(new Set(traders?.map(({ handle }) => handle)), () => void reload());
  if (!traders) return <NotLoaded error={error} retry={reload} />;
  return (
    <DataTable<FollowedTrader>
      caption={t("following.heading")}
      columns={columns}
      rows={traders}
      rowKey={({ handle }) => handle}
      empty={
        <>
          <p>{t("following.empty")}</p>
          {hasRanking ? <PageLink to={pageHref(language, "traders")}>{t("following.find")}</PageLink> : null}
        </>
      }
    />
  );
}

function useColumns(): readonly Column<FollowedTrader>[] {
  const { t } = useTranslation(["profile", "common"]);
  const { count } = useFormats();
  return [
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ handle, name }) => (
        <span className="typed">
          <TraderName handle={handle} name={name} />
        </span>
      ),
    },
    {
      key: "rate",
      header: t("common:record.winRate"),
      isNumber: true,
      cell: ({ statistics }) => <WinRateNumber statistics={statistics} />,
    },
    {
      key: "open",
      header: t("common:record.counts.open"),
      isNumber: true,
      cell: ({ statistics }) => count(statistics.open),
    },
    {
      key: "since",
      header: t("following.since"),
      cell: ({ followed_at }) => <Time at={followed_at} precision="day" />,
    },
    {
      key: "unfollow",
      header: t("following.action"),
      cell: (trader) => <FollowButton trader={trader} />,
    },
  ];
}

function Feed() {
  const { t } = useTranslation("profile");
  const [query] = useSearchParams();
  const search = new URLSearchParams({ limit: "25" });
  const cursor = query.get("cursor");
  if (cursor) search.set("cursor", cursor);
  const key = `${feedPath}?${search}`;
  const { data, error, mutate } = useSignalList(key);
  const { traders = [] } = useFollows();
  const followed = new Set(traders.map(({ handle }) => handle));
  if (isAbsent(error)) return null;
  return (
    <section>
      <h2>{t("feed.heading")}</h2>
      {data ? (
        <>
          <NewsPill page={data} listKey={key} isOfList={({ trader }) => followed.has(trader.handle)} />
          <SignalTable
            caption={t("feed.heading")}
            signals={data.results}
            empty={<p>{t(cursor ? "feed.end" : "feed.empty")}</p>}
          />
          <CursorPages count={data.results.length} next={data.next} />
        </>
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
    </section>
  );
}
