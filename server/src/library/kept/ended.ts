import type { EndedSeries, Language } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import { listEnded } from "./repository.ts";

/** Returns the series that a visitor bought and that ended for everybody, so that they read why they are gone. */
export async function readEnded(db: Db, visitorId: string, language: Language): Promise<EndedSeries[]> {
  const rows = await listEnded(db, visitorId);
  return rows.map(({ title, ...row }) => ({ ...row, title: textIn(title, language) }));
}
