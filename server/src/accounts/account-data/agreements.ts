import type { Agreement } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { listAgreements } from "./repository.ts";

/** Returns what a person agreed to, with version and time; the newest first (R51). */
export async function agreementsOf(db: Db, visitorId: string): Promise<Agreement[]> {
  const rows = await listAgreements(db, visitorId);
  return rows.map(({ document, version, at }) => ({ document, version, at: at.toISOString() }));
}
