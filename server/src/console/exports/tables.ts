import type { ConsoleExport, ExportKind, Role } from "@cliffhanger/contract";
import type { ColumnType } from "kysely";

/** The tables of exports. */
export type ExportTables = {
  console_export: {
    id: string;
    operator_id: string;
    request_key: string;
    role: Role;
    kind: ExportKind;
    params: ColumnType<Record<string, string>, string, string>;
    state: ConsoleExport["state"];
    rows: number | null;
    created_at: Date;
    ends_at: Date;
  };
  console_export_part: { export_id: string; n: number; text: string };
};
