import type { Migration } from "#platform/db/migrate";
import * as catalogue from "./0001-catalogue.ts";
import * as media from "./0002-media.ts";
import * as site from "./0003-site.ts";
import * as playback from "./0004-playback.ts";

/** Every step of the schema, in order. One that has been released is never changed, renamed or taken away. */
export const migrations: Record<string, Migration> = {
  "0001-catalogue": catalogue,
  "0002-media": media,
  "0003-site": site,
  "0004-playback": playback,
};
