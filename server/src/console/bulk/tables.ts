import type { Bulk, BulkAct } from "@cliffhanger/contract";
import type { ColumnType } from "kysely";
import type { Actor } from "#platform/actor";

type Json<T> = ColumnType<T, string, string>;

/** The tables of acts on many series. */
export type BulkTables = {
  series_bulk: {
    id: string;
    operator_id: string;
    request_key: string;
    /** Who began it; each change names them. */
    actor: Json<Actor>;
    act: Json<BulkAct>;
    total: number;
    created_at: Date;
    ended_at: Date | null;
  };
  series_bulk_row: {
    bulk_id: string;
    series_id: string;
    /** Null while it waits. */
    outcome: Bulk["rows"][number]["outcome"] | null;
    sentence: string | null;
  };
};
