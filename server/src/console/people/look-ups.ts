import { createHash } from "node:crypto";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Log } from "#platform/log";
import { hasLookUp, insertLookUp, sumLookUps } from "./repository.ts";

/** From here on the look-ups of one operator in one hour are noticed (T41). */
const MANY = 200;
const HOUR_MS = 3_600_000;
/** A page of a search shows less of each person than their own page, so it counts for fewer. */
const LISTED_PER_LOOK_UP = 10;
/** Marks the hour in which many look-ups were noticed. */
export const NOTICED = "noticed";

/** What look-ups are noted with. */
export interface LookUps {
  acting: (operator: OperatorCaller) => Acting;
  log: Log;
}

/** Notes that an operator read about a person: one row of the audit log a person, operator and hour. */
export async function noteRead(lookUps: LookUps, operator: OperatorCaller, personId: string): Promise<void> {
  await note(lookUps, operator, {
    subject: personId,
    weight: 1,
    change: { subject: { kind: "person", id: personId } },
  });
}

/** Notes that an operator searched for people and how many were shown; the log does not say for what. */
export async function noteSearch(
  lookUps: LookUps,
  operator: OperatorCaller,
  { query, shown }: { query: string; shown: number },
): Promise<void> {
  if (shown === 0) return;
  await note(lookUps, operator, {
    subject: `search ${createHash("sha256").update(query).digest("base64url").slice(0, 22)}`,
    weight: Math.ceil(shown / LISTED_PER_LOOK_UP),
    change: { subject: { kind: "people", id: "" }, after: { shown } },
  });
}

async function note(
  { acting, log }: LookUps,
  operator: OperatorCaller,
  { subject, weight, change }: { subject: string; weight: number; change: Change },
): Promise<void> {
  const by = acting(operator);
  const { db, clock } = by;
  const hour = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
  const row = { operator_id: operator.id, subject, hour };
  if (await hasLookUp(db, row)) return;
  const isNoticed = await audited(by, { action: "person.read" }, async (trx) => {
    if (!(await insertLookUp(trx, { ...row, weight }))) return { result: false, changes: [] };
    const count = await sumLookUps(trx, operator.id, hour);
    const isFirst = count >= MANY && (await insertLookUp(trx, { ...row, subject: NOTICED, weight: 0 }));
    const many: Change = {
      subject: { kind: "operator", id: operator.id },
      after: { lookUps: count },
      action: "person.many",
    };
    return { result: isFirst, changes: isFirst ? [change, many] : [change] };
  });
  if (isNoticed)
    log.warn({ operator: operator.id, from: MANY }, "An operator looked up many people in an hour");
}
