import {
  type ConsoleHome,
  type HomeSection,
  type HomeSeries,
  type HomeVersion,
  parseLanguage,
} from "@cliffhanger/contract";
import {
  contentText,
  countSeriesOf,
  type EditedHome,
  listHomeVersions,
  listNamedSeries,
  readHome,
  type SectionContent,
  textIn,
} from "#catalogue";
import type { Db } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import type { NameOf } from "../naming/name-of.ts";

/** Returns the home screen for its page. `preview` is the address of the preview. */
export async function describeHome(db: Db, nameOf: NameOf, preview: string): Promise<ConsoleHome> {
  const home = await readHome(db);
  const { live, sections } = home;
  const [counts, series] = await Promise.all([countSeriesOf(db, sections), describeNamed(db, home)]);
  const marks = marksOf(live, sections);
  const removed = live.filter(({ id }) => sections.every((section) => section.id !== id));
  return {
    version: home.version,
    sections: sections.map((section, at) => ({
      ...section,
      shown: section.shown ?? { from: null, until: null },
      count: counts[at] ?? 0,
      mark: marks.get(section.id) ?? null,
    })),
    removed: removed.map(({ title }) => textIn(title, "en")),
    changes: home.draft === null ? null : marks.size + removed.length,
    series,
    changedAt: home.changed_at?.toISOString() ?? null,
    changedBy: await nameOfActor(nameOf, home.changed_by),
    publishedAt: home.published_at?.toISOString() ?? null,
    publishedBy: await nameOfActor(nameOf, home.published_by),
    preview,
  };
}

async function describeNamed(db: Db, { sections }: EditedHome): Promise<HomeSeries[]> {
  const ids = sections.flatMap(({ source }) => (source.type === "series" ? source.ids : []));
  const rows = await listNamedSeries(db, [...new Set(ids)]);
  return rows.map(({ title, language, ...row }) => ({
    ...row,
    title: textIn(title, parseLanguage(language) ?? "en"),
  }));
}

/** Returns how each section differs from the published ones. Only those that left the common order count as moved. */
function marksOf(
  live: readonly SectionContent[],
  sections: readonly SectionContent[],
): Map<string, NonNullable<HomeSection["mark"]>> {
  const before = new Map(live.map((section, at) => [section.id, { at, text: contentText(section) }]));
  const staying = longestRising(sections.flatMap(({ id }) => before.get(id)?.at ?? []));
  const marks = new Map<string, NonNullable<HomeSection["mark"]>>();
  for (const section of sections) {
    const was = before.get(section.id);
    if (!was) marks.set(section.id, "new");
    else if (!staying.has(was.at)) marks.set(section.id, "moved");
    else if (was.text !== contentText(section)) marks.set(section.id, "changed");
  }
  return marks;
}

/** Returns the members of a longest rising subsequence: what keeps its order when the fewest others move. */
function longestRising(numbers: readonly number[]): Set<number> {
  let best: number[] = [];
  const endingAt: number[][] = [];
  for (const [at, number] of numbers.entries()) {
    const before = endingAt
      .slice(0, at)
      .filter((list) => (list.at(-1) ?? -1) < number)
      .reduce<number[]>((longest, list) => (list.length > longest.length ? list : longest), []);
    const list = [...before, number];
    endingAt.push(list);
    if (list.length > best.length) best = list;
  }
  return new Set(best);
}

/** Returns the versions of the home screen that can be restored. */
export async function describeHomeVersions(db: Db, nameOf: NameOf): Promise<HomeVersion[]> {
  const rows = await listHomeVersions(db);
  const names = new Map<string, string | null>();
  for (const { actor } of rows) if (!names.has(actor)) names.set(actor, await nameOfActor(nameOf, actor));
  return rows.map(({ version, cause, at, actor, sections }) => ({
    version,
    cause,
    at: at.toISOString(),
    by: names.get(actor) ?? null,
    titles: sections.map(({ title }) => textIn(title, "en")),
  }));
}

/** Returns the address of an operator; a command keeps its system user and host. */
async function nameOfActor(nameOf: NameOf, actor: string | null): Promise<string | null> {
  if (actor === null || actor === "") return null;
  return (await nameOf(actor)) ?? actor;
}

/** Refuses sections that show no series now. */
export async function requireFilled(db: Db, sections: readonly SectionContent[]): Promise<void> {
  const counts = await countSeriesOf(db, sections);
  const empty = sections.filter((_section, at) => counts[at] === 0);
  if (empty.length === 0) return;
  throw new DomainError(409, "not_ready", {
    errors: empty.map(({ id, title }) =>
      faultAt(id, (t, language) => t("homeFault.empty", { title: textIn(title, language) })),
    ),
  });
}
