import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import {
  listMemberGroups,
  listPlanNet,
  type MemberGroup,
  type PlanNet,
} from "../../records/members/repository.ts";

/** Up to here figures are counted anew for each operator. */
const MAX_EXACT = 10_000;
const KEPT_MS = 10_000;
const NET_MS = 28 * 86_400_000;

/** Who is a member by which plan, and what each plan brought lately. */
export interface PlanFigures {
  groups: readonly MemberGroup[];
  net: readonly PlanNet[];
}

/**
 * Returns what reads the figures of plans. Those of more than ten thousand people take long to count and change little: they are read
 * once for all operators who ask at the same time, and kept for ten seconds.
 */
export function openPlanFigures({ db, clock }: { db: Db; clock: Clock }): () => Promise<PlanFigures> {
  let kept: { at: number; figures: Promise<PlanFigures> } | null = null;
  return async () => {
    const now = clock.now();
    // The demo's clock can also be moved back.
    if (kept && Math.abs(now.getTime() - kept.at) < KEPT_MS) return kept.figures;
    const reading = readFigures(db, now);
    const mine = { at: now.getTime(), figures: reading };
    // What was many is many still: whoever asks meanwhile waits for this reading.
    if (kept) kept = mine;
    try {
      kept = peopleOf(await reading) > MAX_EXACT ? mine : null;
    } catch (error) {
      kept = null;
      throw error;
    }
    return reading;
  };
}

async function readFigures(db: Db, now: Date): Promise<PlanFigures> {
  const [groups, net] = await Promise.all([
    listMemberGroups(db, now),
    listPlanNet(db, new Date(now.getTime() - NET_MS)),
  ]);
  return { groups, net };
}

function peopleOf({ groups, net }: PlanFigures): number {
  const members = groups.reduce((sum, { count }) => sum + count, 0);
  return Math.max(members, ...net.map(({ buyers }) => buyers));
}
