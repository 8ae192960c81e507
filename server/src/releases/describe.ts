import type { Image } from "@cliffhanger/contract";
import {
  listReleasingOf,
  listReleasingSeries,
  type ReleasingEpisode,
  type ReleasingRow,
  textIn,
} from "#catalogue";
import type { Db } from "#platform/db/database";
import { type Say, sayIn } from "#platform/said";
import { plainText } from "#platform/terminal";
import { type Lack, lackOf } from "./order.ts";
import { type DropRow, listBlocked } from "./repository.ts";
import { momentOf } from "./times.ts";

/** A drop with its series, and what it lacks. */
export interface DescribedDrop extends Omit<DropRow, "episodes"> {
  series: ReleasingRow & { poster: Image | null; name: string };
  /** The wall time that is used when the given one does not exist that day. */
  moved: string | null;
  episodes: (ReleasingEpisode & { releasedAt: string | null })[];
  /** Why it has not happened although its time is over, or why it could not happen now. */
  lack: { lack: Lack; number: number | null } | null;
}

/** Adds series, films and what is missing to drops. */
export async function describeDrops(db: Db, drops: readonly DropRow[]): Promise<DescribedDrop[]> {
  const ids = [...new Set(drops.map(({ seriesId }) => seriesId))];
  const [series, episodes] = await Promise.all([listReleasingSeries(db, ids), listReleasingOf(db, ids)]);
  const seriesOf = new Map(series.map((row) => [row.id, { ...row, name: nameOf(row) }]));
  const episodesOf = Map.groupBy(episodes, ({ seriesId }) => seriesId);
  return drops.flatMap((drop) => {
    const row = seriesOf.get(drop.seriesId);
    if (!row) return [];
    const all = episodesOf.get(drop.seriesId) ?? [];
    const parts = drop.episodes.flatMap(({ id, releasedAt }) => {
      const episode = all.find((one) => one.id === id);
      return episode ? [{ ...episode, releasedAt }] : [];
    });
    const { moved } = momentOf(drop);
    return [{ ...drop, series: row, moved, episodes: parts, lack: lackOfDrop(drop, row, { all, parts }) }];
  });
}

function nameOf({ title, language, id }: ReleasingRow): string {
  return title.en ?? title[language as keyof typeof title] ?? textIn(title, "en") ?? id;
}

function lackOfDrop(
  { state }: DropRow,
  series: ReleasingRow,
  { all, parts }: { all: ReleasingEpisode[]; parts: DescribedDrop["episodes"] },
): DescribedDrop["lack"] {
  if (state === "done" || state === "cancelled") return null;
  if (series.state !== "live") return { lack: "draft", number: null };
  if (series.mode === "held") return { lack: "held", number: null };
  const waiting = parts.filter(({ releasedAt }) => releasedAt === null);
  const noFilm = waiting.find(({ isReady }) => !isReady);
  if (state === "planned") return noFilm ? { lack: "film", number: noFilm.number } : null;
  const [first] = waiting;
  return first ? (lackOf(all, first) ?? (noFilm ? { lack: "film", number: noFilm.number } : null)) : null;
}

/** Returns what a drop lacks as a sentence; null when it lacks nothing. */
export function sentenceOfLack({ lack }: Pick<DescribedDrop, "lack">): string | null {
  return lack ? sayIn("en", sayLack(lack)) : null;
}

function sayLack({ lack, number }: NonNullable<DescribedDrop["lack"]>): Say {
  if (lack === "draft") return (t) => t("health.releases.draft");
  if (lack === "held") return (t) => t("health.releases.held");
  const id = lack === "film" ? "health.releases.film" : "health.releases.order";
  return (t) => t(id, { number: number ?? "?" });
}

/** The number of late releases that are said at once. */
const LATE_SHOWN = 20;

/** Returns a sentence for each drop whose time is over: its episodes, and what it lacks. */
export async function sayLate(db: Db): Promise<Say[]> {
  return (await describeDrops(db, await listBlocked(db, LATE_SHOWN))).map((drop) => {
    const numbers = drop.episodes.filter(({ releasedAt }) => releasedAt === null).map(({ number }) => number);
    const why: Say = drop.lack ? sayLack(drop.lack) : (t) => t("health.releases.soon");
    const values = {
      series: plainText(drop.series.name),
      numbers: numbers.join(", "),
      at: `${drop.localAt} ${drop.zone}`,
    };
    return (t, language) => t("health.releases.late", { ...values, why: why(t, language) });
  });
}
