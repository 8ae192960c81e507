import type { PublicConfig } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { documentOfCall } from "#platform/http/call";
import type { Document, Documents } from "#platform/http/document";
import { pageHeadersWith } from "#platform/http/headers";
import { type Abilities, foreignOf, readPublicConfig } from "#site";

/** The public configuration as the call tells it, and what follows from it for every page. */
export interface KeptConfig extends Document {
  source: PublicConfig;
  /** Sent with pages: they may ask whom the configuration names, and nobody else. */
  pageHeaders: Record<string, string>;
}

/** What it is read from. */
export interface ConfigContext {
  db: Db;
  documents: Documents;
  abilities: Abilities;
}

/** The public configuration (R85), kept until the site changes. */
export function keptConfig({ db, documents, abilities }: ConfigContext): Promise<KeptConfig> {
  return documents.get("config", async () => {
    const source = await readPublicConfig(db, abilities);
    const pageHeaders = pageHeadersWith(foreignOf(source));
    return { ...documentOfCall("GET /api/config", { data: source }), source, pageHeaders };
  });
}
