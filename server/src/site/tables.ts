import type { Language, PageName } from "@cliffhanger/contract";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

interface PageColumns {
  name: PageName;
  language: Language;
  /** Raised by each change. */
  version: number;
  title: string | null;
  markdown: string | null;
  /** The version that agreements name, YYYY-MM-DD. */
  date: string | null;
}

/** The site's tables. */
export type SiteTables = {
  config_entry: { key: string; value: string; updated_at: Date };
  site_setting: { key: string; value: ColumnType<unknown, string, string>; updated_at: Date };
  /** The operator's own text of a page; without a title that of the software is shown. */
  page: PageColumns & { changed_at: Date; changed_by: string };
  page_version: PageColumns & { cause: "change" | "restore" | "remove"; at: Date; actor: string };
  /** The text that an operator looks at as a page. */
  page_preview: {
    actor: string;
    code: string;
    name: PageName;
    language: Language;
    title: string;
    markdown: string;
    until: Date;
  };
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
    assigned_to: Generated<string | null>;
    /** Since when its writer waits for an answer; null while the team waits for them. */
    waiting_since: Date | null;
    answered_at: Generated<Date | null>;
    /** The operator who wrote first; null when its person did. */
    begun_by: Generated<string | null>;
  };
  ticket_message: {
    id: string;
    ticket_id: string;
    kind: "answer" | "note" | "theirs";
    text: string;
    operator_id: string;
    at: Date;
  };
  ticket_snippet: { id: string; position: number; text: Partial<Record<Language, string>> };
};
