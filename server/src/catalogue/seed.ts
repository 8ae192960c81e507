import { type Acting, audited } from "#platform/db/audit";
import { announceChange } from "./events.ts";
import { setPlays } from "./plays/repository.ts";
import { findSourceIds, setPublishedAt } from "./repository.ts";
import { listContents } from "./sections/home.ts";
import { writeSections } from "./sections/repository.ts";

/** Properties of a demo series that its files do not contain. */
export interface SeriesSeed {
  sourceKey: string;
  /** Initial play count. */
  plays: number;
  /** Age of its publication in days. */
  daysAgo: number;
}

const DAY_MS = 86_400_000;

/** Gives demo series the age and play counts of an established catalogue. */
export async function seedCatalogue(acting: Acting, seeds: readonly SeriesSeed[]): Promise<void> {
  await audited(acting, { action: "demo.load" }, async (trx) => {
    for (const { sourceKey, plays, daysAgo } of seeds) {
      const publishedAt = new Date(acting.clock.now().getTime() - daysAgo * DAY_MS);
      const id = await setPublishedAt(trx, sourceKey, publishedAt);
      if (id !== undefined) await setPlays(trx, id, plays);
    }
    await announceChange(trx, null);
    const subject = { kind: "catalogue", id: "demo" };
    return { result: undefined, changes: [{ subject, after: { series: seeds.length } }] };
  });
}

/** Shows these series in the carousel, in this order, unless an operator has chosen others. */
export async function featureFirst(acting: Acting, sourceKeys: readonly string[]): Promise<void> {
  await audited(acting, { action: "home.change" }, async (trx) => {
    const sections = await listContents(trx);
    const featured = sections.find(({ kind }) => kind === "featured");
    if (featured?.source.type !== "newest") return nothing;
    const ids = await findSourceIds(trx, sourceKeys);
    if (ids.length === 0) return nothing;
    const next = { ...featured, source: { type: "series" as const, ids } };
    await writeSections(
      trx,
      sections.map((section) => (section === featured ? next : section)),
    );
    await announceChange(trx, null);
    const subject = { kind: "section", id: featured.id };
    const change = {
      subject,
      before: { source: featured.source },
      after: { source: { type: "series", ids } },
    };
    return { result: undefined, changes: [change] };
  });
}

const nothing = { result: undefined, changes: [] };
