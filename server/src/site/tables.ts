import type { ColumnType } from "kysely";

/** The site's tables. */
export type SiteTables = {
  config_entry: { key: string; value: string; updated_at: Date };
  site_setting: { key: string; value: ColumnType<unknown, string, string>; updated_at: Date };
};
