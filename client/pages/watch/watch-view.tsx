/** The signals of the traders that a member follows: new ones, open ones, and those before. */
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { feedPath } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { SignalTable } from "#client/features/figures/signal-table.tsx";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { seqOf } from "#client/features/live/live-news.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { Button } from "#client/ui/button.tsx";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { Time } from "#client/ui/time.tsx";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import type { FollowedTrader } from "#shared/contracts/profile.ts";
import type { User } from "#shared/contracts/session.ts";
import type { Signal, SignalPage } from "#shared/contracts/signals.ts";
import { FollowedTraders } from "./followed-traders.tsx";
import { useLastVisit } from "./last-visit.ts";
import { Proposals } from "./proposals.tsx";

/** Number of new signals shown at first, so that the open ones are visible below them. */
const NEWS_AT_FIRST = 5;

const openKey = `${feedPath}?outcome=open&limit=${PAGE_LIMIT.max}`;

interface WatchViewProps {
  readonly user: User;
}

export function WatchView({ user }: WatchViewProps) {
  const [query] = useSearchParams();
  const cursor = query.get("cursor");
  const feedKey = cursor === null ? feedPath : `${feedPath}?${new URLSearchParams({ cursor })}`;
  const feed = useSignalList(feedKey);
  const open = useSignalList(openKey);
  const { traders, error, reload } = useFollows();
  if (!feed.data || !open.data || !traders) {
    const retry = () => Promise.all([reload(), feed.mutate(), open.mutate()]);
    return <NotLoaded error={error ?? feed.error ?? open.error} retry={retry} />;
  }
  if (cursor !== null) return <Earlier signals={feed.data.results} next={feed.data.next} />;
  return <Watched user={user} traders={traders} feed={feed.data} open={open.data} />;
}

interface WatchedProps {
  readonly user: User;
  readonly traders: readonly FollowedTrader[];
  /** The first page of the feed. */
  readonly feed: SignalPage;
  readonly open: SignalPage;
}

function Watched({ user, traders, feed, open }: WatchedProps) {
  const [followedNobody] = useState(traders.length === 0);
  const lastVisit = useLastVisit(String(user.id), seqOf(feed));
  const followed = new Set(traders.map(({ handle }) => handle));
  const isNew = ({ published_seq: seq }: Signal) => lastVisit !== null && seq > lastVisit.seq;
  return (
    <>
      {followedNobody ? <Proposals /> : null}
      {traders.length === 0 ? null : (
        <>
          <NewsPill page={feed} listKey={feedPath} isOfList={({ trader }) => followed.has(trader.handle)} />
          <News signals={feed.results.filter(isNew)} since={lastVisit?.at ?? null} />
          <Open signals={openSignals(open, feed)} isNew={isNew} />
        </>
      )}
      {followedNobody && traders.length === 0 ? null : <FollowedTraders traders={traders} user={user} />}
      {traders.length === 0 ? null : (
        <Earlier signals={feed.results.filter((signal) => !isNew(signal))} next={feed.next} />
      )}
    </>
  );
}

/** Signals of the open list, which stay in place when they end, and signals added to the feed since; by time of entry. */
function openSignals(open: SignalPage, feed: SignalPage): Signal[] {
  const readAt = seqOf(open);
  const added = feed.results.filter(({ published_seq: seq, outcome }) => seq > readAt && outcome === "open");
  return [...open.results, ...added].toSorted((a, b) => Date.parse(a.entry_at) - Date.parse(b.entry_at));
}

interface NewsProps {
  readonly signals: readonly Signal[];
  /** The last visit; null on the first. */
  readonly since: string | null;
}

function News({ signals, since }: NewsProps) {
  const { t } = useTranslation("watch");
  const [isWhole, setIsWhole] = useState(false);
  if (since === null) return <p className="watch__note">{t("news.first")}</p>;
  const shown = isWhole ? signals : signals.slice(0, NEWS_AT_FIRST);
  const hidden = signals.length - shown.length;
  return (
    <section>
      <div className="watch__head">
        <h2>{t("news.heading")}</h2>
        <Time at={since} precision="listed" />
      </div>
      <SignalTable
        caption={t("news.heading")}
        signals={shown}
        isUnread={() => true}
        empty={<p>{t("news.none")}</p>}
      />
      {hidden === 0 ? null : (
        <Button look="quiet" onClick={() => setIsWhole(true)}>
          {t("news.more", { count: hidden })}
        </Button>
      )}
    </section>
  );
}

interface OpenProps {
  readonly signals: readonly Signal[];
  readonly isNew: (signal: Signal) => boolean;
}

function Open({ signals, isNew }: OpenProps) {
  const { t } = useTranslation("watch");
  return (
    <section>
      <h2>{t("open.heading")}</h2>
      <SignalTable
        caption={t("open.heading")}
        signals={signals}
        isUnread={isNew}
        empty={<p>{t("open.none")}</p>}
      />
    </section>
  );
}

/** A page of the feed, without the new signals. */
function Earlier({ signals, next }: { readonly signals: readonly Signal[]; readonly next: string | null }) {
  const { t } = useTranslation("watch");
  return (
    <section>
      <h2>{t("earlier.heading")}</h2>
      <SignalTable caption={t("earlier.heading")} signals={signals} empty={<p>{t("earlier.none")}</p>} />
      <CursorPages count={signals.length} next={next} />
    </section>
  );
}
