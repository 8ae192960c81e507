import * as z from "zod";
import { type Call, Nothing } from "../call.ts";
import { Id } from "../common.ts";
import { keyPage } from "./key-pages.ts";
import {
  ConsoleEpisode,
  ConsoleSeries,
  ConsoleSeriesQuery,
  ConsoleSeriesRow,
  FindingAcceptance,
  SeriesAct,
  SeriesChange,
  SeriesCounts,
  SeriesFinding,
  SeriesRestore,
  SeriesVersion,
  SeriesWithdrawal,
  WithdrawalEffect,
} from "./series.ts";
import { Bulk, BulkBegin, BulkEffect, SeriesExport } from "./series-bulk.ts";
import { SeriesPriceChange, SeriesPriceEffect, SeriesPrices } from "./series-prices.ts";
import { UploadBegin, UploadPlan, UploadRow } from "./uploads.ts";

const BODY_BYTES = 64 * 1024;
/** Titles of many episodes in five languages, as they were and as they are. */
const CHANGE_BYTES = 512 * 1024;

/** The calls of series and of uploads into them. */
export const consoleSeriesCalls = {
  "GET /api/console/series": {
    summary: "The list of series, live or not, with filters",
    cache: "private",
    query: ConsoleSeriesQuery,
    data: keyPage(ConsoleSeriesRow).extend({ counts: SeriesCounts }),
    console: { permission: "series.read" },
  },
  "GET /api/console/series/one": {
    summary: "One series with its unpublished changes",
    cache: "private",
    query: z.object({ id: Id }),
    info: ConsoleSeries,
    console: { permission: "series.read" },
  },
  "GET /api/console/series/episodes": {
    summary:
      "The episodes of a series with their films, the uploads under way, and what keeps it from going live",
    cache: "private",
    query: z.object({ id: Id }),
    info: z.object({
      episodes: z.array(ConsoleEpisode),
      uploads: z.array(UploadRow),
      findings: z.array(SeriesFinding),
    }),
    console: { permission: "series.read", polls: true },
  },
  "GET /api/console/series/versions": {
    summary: "The versions of a series that can be restored, the newest first",
    cache: "private",
    query: z.object({ id: Id }),
    info: z.object({ list: z.array(SeriesVersion) }),
    console: { permission: "series.read" },
  },
  "POST /api/console/series/change": {
    summary: "Changes fields of a series: of a live one, in its draft",
    cache: "private",
    body: SeriesChange,
    maxBytes: CHANGE_BYTES,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "series.change" },
  },
  "POST /api/console/series/restore": {
    summary: "Puts an earlier version of a series into its draft",
    cache: "private",
    body: SeriesRestore,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "series.restore" },
  },
  "POST /api/console/series/discard": {
    summary: "Discards the draft of a live series",
    cache: "private",
    body: SeriesAct,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "series.discard" },
  },
  "POST /api/console/series/accept": {
    summary: "Accepts a finding that would keep a series from going live",
    cache: "private",
    body: FindingAcceptance,
    info: Nothing,
    console: { permission: "series.write", writes: "series.accept" },
  },
  "POST /api/console/series/publish": {
    summary: "Publishes a series with its draft, whole and at once",
    cache: "private",
    body: SeriesAct,
    info: ConsoleSeries,
    console: { permission: "series.publish", writes: "series.publish" },
  },
  "POST /api/console/series/withdraw": {
    summary: "Withdraws a series, or answers what that would do",
    cache: "private",
    body: SeriesWithdrawal,
    info: z.object({ series: ConsoleSeries.nullable(), effect: WithdrawalEffect.nullable() }),
    console: { permission: "series.publish", writes: "series.withdraw" },
  },
  "GET /api/console/series/price": {
    summary: "What unlocking a series costs, by currency",
    cache: "private",
    query: z.object({ id: Id }),
    info: SeriesPrices,
    console: { permission: "series.read" },
  },
  "POST /api/console/series/price": {
    summary: "Sets the own price of one series or many, or answers what that would do",
    cache: "private",
    body: SeriesPriceChange,
    info: z.object({ changed: z.int(), effect: SeriesPriceEffect.nullable() }),
    console: { permission: "price.series", writes: "series.price" },
  },
  "POST /api/console/series/bulk": {
    summary: "Begins an act on many series, or answers what it would do",
    cache: "private",
    body: BulkBegin,
    info: z.object({ bulk: Bulk.nullable(), effect: BulkEffect.nullable() }),
    console: { permission: "series.write", writes: "series.bulk" },
  },
  "GET /api/console/series/bulk": {
    summary: "The progress of an act on many series, and its results",
    cache: "private",
    query: z.object({ id: Id }),
    info: Bulk,
    console: { permission: "series.write", polls: true },
  },
  "GET /api/console/series/export": {
    summary: "The list of series as CSV: at most 10,000",
    cache: "private",
    query: SeriesExport,
    file: "text/csv; charset=utf-8",
    console: { permission: "series.read" },
  },
  "POST /api/console/episode/encode": {
    summary: "Encodes a film again that failed",
    cache: "private",
    body: z.object({ id: Id }),
    info: Nothing,
    console: { permission: "series.write", writes: "episode.encode" },
  },
  "POST /api/console/upload": {
    summary: "Begins or continues an upload, or answers where its files would go",
    cache: "private",
    body: UploadBegin,
    maxBytes: BODY_BYTES,
    info: UploadPlan,
    console: { permission: "upload", writes: "upload.begin" },
  },
  "POST /api/console/upload/cancel": {
    summary: "Ends what is still under way of the uploads into a series",
    cache: "private",
    body: z.object({ seriesId: Id }),
    info: z.object({ uploads: z.array(UploadRow) }),
    console: { permission: "upload", writes: "upload.cancel" },
  },
} as const satisfies Record<string, Call>;
