import type { Sort } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { findSection } from "../sections/repository.ts";
import { isShownAt } from "../sections/turn.ts";
import type { SectionSource } from "../tables.ts";
import { type ListSource, listPage, listTags, type SeriesSlice, type Slice } from "./repository.ts";

/** Reserved ids: the tag of all series, and the section of recommendations. */
export const EVERY_SERIES = "all";
export const RECOMMENDED = "recommended";

const nothing: SeriesSlice = { series: [], total: 0 };

/** Returns a page of the series with a tag; empty for an unknown tag. */
export async function listTagPage(db: Db, tag: string, sort: Sort, slice: Slice): Promise<SeriesSlice> {
  return listPage(db, tag === EVERY_SERIES ? { type: "all" } : { type: "tag", tag }, sort, slice);
}

/**
 * Returns a page of all series in a section's source, in the section's order or another one; empty for an unknown section
 * and for one that is not shown at `at`.
 */
export async function listSectionPage(
  db: Db,
  { id, at }: { id: string; at: Date },
  sort: Sort,
  slice: Slice,
): Promise<SeriesSlice> {
  const section = await findSection(db, id);
  if (section && !isShownAt(section, at)) return nothing;
  if (section) return listSourcePage(db, section.source, sort, slice);
  return id === RECOMMENDED ? listPage(db, { type: "all" }, sort, slice) : nothing;
}

/** Returns a page of the series from a section's source. */
export async function listSourcePage(
  db: Db,
  source: SectionSource,
  sort: Sort,
  slice: Slice,
): Promise<SeriesSlice> {
  const own = source.type === "newest" && sort === "recommended" ? "newest" : sort;
  const list = await listSourceOf(db, source);
  return list ? listPage(db, list, own, slice) : nothing;
}

/** Returns how many series each of these sections shows now. */
export async function countSeriesOf(
  db: Db,
  sections: readonly { source: SectionSource; size: number }[],
): Promise<number[]> {
  return Promise.all(
    sections.map(async ({ source, size }) => {
      const { total } = await listSourcePage(db, source, "recommended", { offset: 0, limit: 1 });
      return Math.min(total, size);
    }),
  );
}

async function listSourceOf(db: Db, source: SectionSource): Promise<ListSource | null> {
  if (source.type === "series") return { type: "ids", ids: source.ids };
  if (source.type === "tag") return { type: "tag", tag: source.tag };
  if (source.type === "coming") return { type: "coming" };
  if (source.type !== "categories") return { type: "all" };
  const [first] = await listTags(db, "category");
  return first ? { type: "tag", tag: first.id } : { type: "all" };
}
