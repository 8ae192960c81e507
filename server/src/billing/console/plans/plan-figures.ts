import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { openKeptCounts } from "#platform/kept-counts";
import {
  listMemberGroups,
  listPlanNet,
  type MemberGroup,
  type PlanNet,
} from "../../records/members/repository.ts";

const NET_MS = 28 * 86_400_000;

/** Who is a member by which plan, and what each plan brought lately. */
export interface PlanFigures {
  groups: readonly MemberGroup[];
  net: readonly PlanNet[];
}

/** Returns what reads the figures of plans; those of many members are kept for some seconds. */
export function openPlanFigures({ db, clock }: { db: Db; clock: Clock }): () => Promise<PlanFigures> {
  const keep = openKeptCounts<PlanFigures>(clock);
  return () => keep("", { read: () => readFigures(db, clock.now()), countOf: peopleOf });
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
