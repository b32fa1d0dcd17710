/** What everyone may read: signals, traders, ledger, live news. */
import { LedgerExportQuery, LedgerHead, LedgerPage, LedgerQuery } from "#shared/contracts/ledger.ts";
import { LiveEventsQuery, LivePage, LiveQuery } from "#shared/contracts/live.ts";
import {
  FeedQuery,
  SignalDetail,
  SignalExportQuery,
  SignalPage,
  SignalQuery,
} from "#shared/contracts/signals.ts";
import { Summary, TraderDetail, TraderPage, TraderQuery } from "#shared/contracts/traders.ts";
import { LANGUAGES } from "#shared/languages.ts";
import * as v from "valibot";
import type { Operation } from "./operation.ts";

const FOREIGN_PARAMETERS = "Parameters that no list of this kind has, such as `utm_source`, are passed over.";

const SIGNAL_OPERATIONS: readonly Operation[] = [
  {
    id: "listSignals",
    tag: "signals",
    method: "get",
    path: "/api/signals/",
    summary: "Signals, newest first",
    access: "everyone",
    query: SignalQuery,
    answers: { 200: { description: "A page.", schema: SignalPage } },
  },
  {
    id: "readSignal",
    tag: "signals",
    method: "get",
    path: "/api/signals/{id}/",
    summary: "One signal with its ledger entries",
    access: "everyone",
    pathParameters: { id: { description: "The signal." } },
    answers: { 200: { description: "The signal.", schema: SignalDetail } },
    refusals: { 404: ["not_found"] },
  },
  {
    id: "exportSignals",
    tag: "signals",
    method: "get",
    path: "/api/signals/export.csv",
    summary: "Every signal under a filter, as CSV with a header line",
    access: "everyone",
    description: FOREIGN_PARAMETERS,
    query: SignalExportQuery,
    answers: { 200: { description: "A download, streamed.", media: ["text/csv"] } },
  },
  {
    id: "readFeed",
    tag: "signals",
    method: "get",
    path: "/api/feeds/{language}/{file}",
    summary: "The newest signals as a feed in one language",
    access: "everyone",
    pathParameters: {
      language: { description: "Language of the texts.", schema: v.picklist(LANGUAGES) },
      file: {
        description: "Atom (RFC 4287) or JSON Feed 1.1.",
        schema: v.picklist(["signals.atom", "signals.json"]),
      },
    },
    description: FOREIGN_PARAMETERS,
    headers: {
      "If-None-Match": { description: "`ETag` of the feed that the reader has." },
      "If-Modified-Since": { description: "`Last-Modified` of the feed that the reader has." },
    },
    query: FeedQuery,
    answers: {
      200: { description: "The feed.", media: ["application/atom+xml", "application/feed+json"] },
      304: { description: "The reader has this feed." },
    },
    refusals: { 404: ["not_found"] },
  },
];

const TRADER_OPERATIONS: readonly Operation[] = [
  {
    id: "listTraders",
    tag: "traders",
    method: "get",
    path: "/api/traders/",
    summary: "Traders with their statistics, retired ones included",
    access: "everyone",
    query: TraderQuery,
    answers: { 200: { description: "A page.", schema: TraderPage } },
  },
  {
    id: "readTrader",
    tag: "traders",
    method: "get",
    path: "/api/traders/{handle}/",
    summary: "One trader with statistics and equity",
    access: "everyone",
    pathParameters: { handle: { description: "The trader." } },
    answers: { 200: { description: "The trader.", schema: TraderDetail } },
    refusals: { 404: ["not_found"] },
  },
  {
    id: "readSummary",
    tag: "traders",
    method: "get",
    path: "/api/summary/",
    summary: "The whole record as if every signal had been followed",
    access: "everyone",
    answers: { 200: { description: "Totals and the ledger's head of the same moment.", schema: Summary } },
  },
];

const LEDGER_OPERATIONS: readonly Operation[] = [
  {
    id: "listLedger",
    tag: "ledger",
    method: "get",
    path: "/api/ledger/",
    summary: "Ledger entries, oldest first",
    access: "everyone",
    query: LedgerQuery,
    answers: { 200: { description: "A page.", schema: LedgerPage } },
  },
  {
    id: "readLedgerHead",
    tag: "ledger",
    method: "get",
    path: "/api/ledger/head/",
    summary: "The newest ledger entry's place, time and hash",
    access: "everyone",
    answers: { 200: { description: "The head.", schema: LedgerHead } },
  },
  {
    id: "exportLedger",
    tag: "ledger",
    method: "get",
    path: "/api/ledger/export.ndjson",
    summary: "The ledger, one entry a line, in canonical JSON (RFC 8785)",
    access: "everyone",
    description: FOREIGN_PARAMETERS,
    query: LedgerExportQuery,
    answers: { 200: { description: "A download, streamed.", media: ["application/x-ndjson"] } },
  },
];

const LIVE_OPERATIONS: readonly Operation[] = [
  {
    id: "openLive",
    tag: "live",
    method: "get",
    path: "/api/live/",
    summary: "News of signals over a WebSocket",
    description:
      "Open to the site's own pages. Each message is a `LiveMessage` in JSON; a client may say `ping`, which is answered " +
      "`pong`, and nothing else.",
    access: "everyone",
    headers: { Upgrade: { description: "`websocket`; without it the answer is 426." } },
    query: LiveQuery,
    answers: { 101: { description: "The socket is open." } },
    refusals: { 403: ["foreign_origin"], 426: ["upgrade_required"], 503: ["room_full"] },
  },
  {
    id: "listLiveEvents",
    tag: "live",
    method: "get",
    path: "/api/live/events/",
    summary: "The same news for those who ask",
    access: "everyone",
    query: LiveEventsQuery,
    answers: { 200: { description: "What has happened since `after`.", schema: LivePage } },
  },
];

export const RECORD_OPERATIONS: readonly Operation[] = [
  ...SIGNAL_OPERATIONS,
  ...TRADER_OPERATIONS,
  ...LEDGER_OPERATIONS,
  ...LIVE_OPERATIONS,
];
