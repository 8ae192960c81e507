import type { PublicConfig } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { EdgeSettings } from "#platform/edge-settings";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import { documentOfCall } from "#platform/http/call";
import { pageHeadersWith } from "#platform/http/headers";
import { type Abilities, externalOriginsOf, readPublicConfig } from "#site";

/** The public configuration as answered, and the headers of every page that follow from it. */
export interface CachedConfig extends CachedResponse {
  source: PublicConfig;
  /** Headers of pages: they allow requests only to the origins that the configuration names. */
  pageHeaders: Record<string, string>;
}

/** What the configuration is read from. */
export interface ConfigContext {
  db: Db;
  responses: ResponseCache;
  abilities: Abilities;
  edge: EdgeSettings;
}

/** Returns the public configuration (R85), cached until the site changes. */
export function cachedConfig({
  db,
  responses,
  abilities,
  edge,
}: ConfigContext): CachedConfig | Promise<CachedConfig> {
  return responses.get("config", async () => {
    const source = await readPublicConfig(db, abilities);
    const pageHeaders = pageHeadersWith(externalOriginsOf(source), edge.mediaOrigin);
    return { ...documentOfCall("GET /api/config", { data: source }), source, pageHeaders };
  });
}
