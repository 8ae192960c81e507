import type { PublicConfig } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import { documentOfCall } from "#platform/http/call";
import { pageHeadersWith } from "#platform/http/headers";
import { type Abilities, externalOriginsOf, readPublicConfig } from "#site";

/** The public configuration as the call tells it, and what follows from it for every page. */
export interface CachedConfig extends CachedResponse {
  source: PublicConfig;
  /** Sent with pages: they may ask whom the configuration names, and nobody else. */
  pageHeaders: Record<string, string>;
}

/** What it is read from. */
export interface ConfigContext {
  db: Db;
  documents: ResponseCache;
  abilities: Abilities;
}

/** The public configuration (R85), kept until the site changes. */
export function cachedConfig({ db, documents, abilities }: ConfigContext): Promise<CachedConfig> {
  return documents.get("config", async () => {
    const source = await readPublicConfig(db, abilities);
    const pageHeaders = pageHeadersWith(externalOriginsOf(source));
    return { ...documentOfCall("GET /api/config", { data: source }), source, pageHeaders };
  });
}
