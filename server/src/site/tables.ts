import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The site's tables. */
export type SiteTables = {
  config_entry: { key: string; value: string; updated_at: Date };
  site_setting: { key: string; value: ColumnType<unknown, string, string>; updated_at: Date };
  /** A message to the operator. */
  ticket: {
    id: string;
    number: GeneratedAlways<number>;
    email: string;
    subject: string;
    text: string;
    /** The language of the page that it was written on. */
    language: string;
    /** The member who wrote; null for guests. */
    visitor_id: string | null;
    state: Generated<"open" | "closed">;
    created_at: Date;
    closed_at: Generated<Date | null>;
  };
};
