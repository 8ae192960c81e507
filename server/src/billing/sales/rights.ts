import type { Db } from "#platform/db/database";
import { type LiveRight, listLiveRights, type RightsRow } from "../records/rights/repository.ts";

/** What a visitor may watch beyond the free episodes, at a given time. */
export interface Rights {
  /** Whether every series is open. */
  membership: boolean;
  /** The unlocked series, future episodes included. */
  series: ReadonlySet<string>;
  /** When the membership ends, as known now; null without a membership, or without an end. */
  membershipEnds: Date | null;
  /** The ends of those series that are not unlocked permanently. */
  seriesEnds: ReadonlyMap<string, Date>;
  /** Those of the unlocked series that an order paid for: they stay when the series is withdrawn. */
  bought: ReadonlySet<string>;
}

/** The rights without an account. */
export const noRights: Rights = {
  membership: false,
  series: new Set(),
  membershipEnds: null,
  seriesEnds: new Map(),
  bought: new Set(),
};

/** Returns a visitor's active rights at a given time; none for an unknown visitor. */
export async function rightsOf(db: Db, visitorId: string, now: Date): Promise<Rights> {
  return joinRights(await listLiveRights(db, visitorId, now));
}

/** Returns the rights to one series from their row. */
export function rightsOfRow({ rights }: RightsRow): Rights {
  return joinRights(
    rights.map(([scope, series_id, end, source_type]) => ({
      scope,
      series_id,
      valid_to: end === null ? null : new Date(end),
      source_type,
    })),
  );
}

function joinRights(live: readonly LiveRight[]): Rights {
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
    bought: new Set(
      live.flatMap(({ series_id: id, source_type }) => (id !== null && source_type === "order" ? [id] : [])),
    ),
  };
}

/** Returns the later of two end dates; null means no end. */
function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}
