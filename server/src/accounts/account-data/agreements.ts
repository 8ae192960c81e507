import type { Agreement } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { listAgreements } from "./repository.ts";

/** What a person agreed to, in which version and when; the newest first (R51). */
export async function agreementsOf(db: Db, visitorId: string): Promise<Agreement[]> {
  const rows = await listAgreements(db, visitorId);
  return rows.map(({ document, version, at }) => ({ document, version, at: at.toISOString() }));
}
