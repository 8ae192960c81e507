import {
  type ConsoleSeriesQuery,
  type ConsoleSeriesRow,
  isPermitted,
  type Language,
  mayKnowCount,
  type Role,
  SMALL_GROUP,
} from "@cliffhanger/contract";
import { readSeriesSales } from "#billing";
import { type EditedRow, listEditedSeries } from "#catalogue";
import { countCaptions, countFilms } from "#media";
import type { Db } from "#platform/db/database";
import { listNextDrops } from "#releases";

const SALES_MS = 28 * 86_400_000;

const noFilms = { ready: 0, waiting: 0, failed: 0, percent: null };
const noSales = { buyers: 0, net: [] };

/** Returns a page of the list of series, with their films, captions, next drops and sales. */
export async function listSeriesWhole(
  db: Db,
  query: ConsoleSeriesQuery,
  { role, now, language }: { role: Role; now: Date; language: Language },
): Promise<{ list: ConsoleSeriesRow[]; next: string | null; count: { value: number; exact: boolean } }> {
  const page = await listEditedSeries(db, query);
  const ids = page.list.map(({ id }) => id);
  const [counted, captions, drops, sales] = await Promise.all([
    countFilms(db, ids),
    countCaptions(db, ids),
    listNextDrops(db, ids),
    readSeriesSales(db, ids, { since: new Date(now.getTime() - SALES_MS), language }),
  ]);
  const films = new Map(counted.map(({ seriesId, ...counts }) => [seriesId, counts]));
  const captioned = Map.groupBy(captions, ({ seriesId }) => seriesId);
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      films: films.get(row.id) ?? noFilms,
      languages: withCaptions(row, captioned.get(row.id) ?? []),
      nextDrop: drops.get(row.id)?.toISOString() ?? null,
      sales: shownSales(role, sales.get(row.id) ?? noSales),
    })),
  };
}

function withCaptions(
  { languages, episodes }: EditedRow,
  captions: readonly { language: string; episodes: number }[],
): ConsoleSeriesRow["languages"] {
  return languages.map((one) => {
    const has = captions.find(({ language }) => language === one.language)?.episodes ?? 0;
    return { ...one, captions: has === 0 ? "none" : has < episodes.planned ? "part" : "whole" };
  });
}

/** Who sees no persons reads neither a small group nor what it paid. */
function shownSales(
  role: Role,
  { buyers, net }: { buyers: number; net: NonNullable<ConsoleSeriesRow["sales"]["net"]> },
): ConsoleSeriesRow["sales"] {
  const isShown = isPermitted(role, "person.read") || buyers === 0 || buyers >= SMALL_GROUP;
  return { bought: mayKnowCount(role, buyers) ? buyers : "few", net: isShown ? net : null };
}
