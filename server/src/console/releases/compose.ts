import { languages, type ReleaseDrop, type Releases, type ReleasesQuery } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { invalid } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { type DescribedDrop, describeDrops, listBlocked, listDrops, TAKE_BACK_MS } from "#releases";

const DAY_MS = 86_400_000;
/** The calendar shows six weeks at most; the agenda asks for as much. */
const MAX_DAYS = 100;
/** More drops than this fit into no month. */
const MAX_DROPS = 500;

/** Returns the drops of a range of days by their wall time, and those that are late whenever they were due. */
export async function describeReleases(db: Db, query: ReleasesQuery, now: Date): Promise<Releases> {
  const { seriesId } = query;
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from || to - from > MAX_DAYS * DAY_MS)
    throw invalid([faultAt("to", (t) => t("releaseFault.range", { most: MAX_DAYS }))]);
  // A day begins up to 14 hours before that of UTC and ends up to 12 hours after it.
  const range = {
    from: new Date(from - DAY_MS),
    to: new Date(to + 2 * DAY_MS),
    seriesId,
    limit: MAX_DROPS + 1,
  };
  const [blocked, drops] = await Promise.all([listBlocked(db, MAX_DROPS), listDrops(db, range)]);
  const isShown = ({ localAt }: { localAt: string }) =>
    localAt.slice(0, 10) >= query.from && localAt.slice(0, 10) <= query.to;
  const shown = drops.filter((drop) => isShown(drop));
  const late = blocked.filter(
    (drop) => !isShown(drop) && (seriesId === undefined || drop.seriesId === seriesId),
  );
  const described = await describeDrops(db, [...late, ...shown]);
  return {
    drops: described.map((drop) => dropOf(drop, now)),
    isCut: drops.length > MAX_DROPS,
  };
}

/** Returns a drop as the console shows it. */
export function dropOf({ episodes, series, lack, ...drop }: DescribedDrop, now: Date): ReleaseDrop {
  const released = episodes.flatMap(({ releasedAt }) =>
    releasedAt === null ? [] : [Date.parse(releasedAt)],
  );
  // A late film may have come minutes after the others: what viewers saw first counts, as it does when the drop is cancelled.
  const until = Math.min(...released) + TAKE_BACK_MS;
  return {
    id: drop.id,
    seriesId: drop.seriesId,
    title: series.name,
    poster: series.poster,
    localAt: drop.localAt,
    zone: drop.zone,
    moved: drop.moved,
    at: drop.at.toISOString(),
    state: drop.state === "cancelled" ? "done" : drop.state,
    version: drop.version,
    lack: lack && { kind: lack.lack, number: lack.number },
    takeBackUntil: released.length > 0 && until >= now.getTime() ? new Date(until).toISOString() : null,
    episodes: episodes.map(({ number, isReady, releasedAt, title }) => ({
      number,
      isReady,
      isReleased: releasedAt !== null,
      languages: languages.filter((language) => Boolean(title[language])),
    })),
  };
}
