import type { Db } from "#platform/db/database";
import { listLiveRights } from "../records/rights/repository.ts";

/** What somebody may watch beyond what is free, at a moment. */
export interface Rights {
  /** Every series. */
  membership: boolean;
  /** These series, future episodes included. */
  series: ReadonlySet<string>;
  /** When the membership ends as far as is known now; null where there is none, or it has no end. */
  membershipEnds: Date | null;
  /** The same for those series that are not for good. */
  seriesEnds: ReadonlyMap<string, Date>;
}

/** What everybody has without an account. */
export const noRights: Rights = {
  membership: false,
  series: new Set(),
  membershipEnds: null,
  seriesEnds: new Map(),
};

/** The rights of a visitor at a moment: of all that were given, those that live. Nobody's id has none. */
export async function rightsOf(db: Db, visitorId: string, now: Date): Promise<Rights> {
  const live = await listLiveRights(db, visitorId, now);
  if (live.length === 0) return noRights;
  const memberships = live.filter(({ scope }) => scope === "membership");
  const series = new Map<string, Date | null>();
  for (const { series_id: id, valid_to: end } of live) {
    if (id !== null) series.set(id, series.has(id) ? later(series.get(id) ?? null, end) : end);
  }
  const [first, ...others] = memberships.map(({ valid_to }) => valid_to);
  return {
    membership: memberships.length > 0,
    series: new Set(series.keys()),
    membershipEnds: others.reduce<Date | null>(later, first ?? null),
    seriesEnds: new Map([...series].flatMap(([id, end]) => (end ? [[id, end] as const] : []))),
  };
}

/** Of two ends the one that comes later; null, which is none at all, is the latest. */
function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}
