import { type Language, languages, parseLanguage, TEXTS_LIMITS } from "@cliffhanger/contract";
import { plainCell, readTable, type TableRow } from "#platform/csv-table";
import type { Say } from "#platform/said";

/** A row of a table of texts. An empty cell leaves the text as it is. */
export interface TextsRow {
  line: number;
  series: string;
  field: string;
  texts: Partial<Record<Language, string>>;
}

/** Why a row is not taken. */
export interface RowFault {
  line: number;
  say: Say;
}

/** The rows of a table, and why others are not taken. `isTable`: false when nothing of it can be read. */
export interface TextsTable {
  rows: TextsRow[];
  faults: RowFault[];
  isTable: boolean;
}

/** Reads a table of texts: `series`, `field` and a column a language; other columns are for people. */
export function readTexts(table: string): TextsTable {
  const refused = (say: Say, line = 1): TextsTable => ({
    rows: [],
    faults: [{ line, say }],
    isTable: false,
  });
  if (Buffer.byteLength(table) > TEXTS_LIMITS.bytes) return refused((t) => t("textsFault.bytes"));
  if (/[^\P{Cc}\t\n\r]|\uFFFD/u.test(table)) return refused((t) => t("textsFault.binary"));
  const [head, ...lines] = readTable(table);
  const columns = head && columnsOf(head);
  if (!columns) return refused((t) => t("textsFault.columns", { languages: languages.join(", ") }));
  if (lines.length > TEXTS_LIMITS.rows)
    return refused((t) => t("textsFault.rows", { rows: lines.length, most: TEXTS_LIMITS.rows }));
  return { ...rowsOf(lines, columns), isTable: true };
}

interface Columns {
  count: number;
  series: number;
  field: number;
  languages: { code: Language; at: number }[];
}

function columnsOf({ cells }: TableRow): Columns | null {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const found = names.flatMap((name, at) => {
    const code = parseLanguage(name);
    return code === null || !/^[a-z]{2}$/.test(name) ? [] : [{ code, at }];
  });
  const [series, field] = [names.indexOf("series"), names.indexOf("field")];
  const isPlain = new Set(found.map(({ code }) => code)).size === found.length;
  if (series < 0 || field < 0 || found.length === 0 || !isPlain) return null;
  return { count: names.length, series, field, languages: found };
}

function rowsOf(lines: readonly TableRow[], columns: Columns): Pick<TextsTable, "rows" | "faults"> {
  const rows: TextsRow[] = [];
  const faults: RowFault[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, cells } of lines) {
    const series = (cells[columns.series] ?? "").trim();
    const field = normalField(cells[columns.field] ?? "");
    const key = `${series} ${field}`;
    const first = lineOf.get(key);
    if (cells.length > columns.count)
      faults.push({
        line,
        say: (t) => t("textsFault.cells", { cells: cells.length, columns: columns.count }),
      });
    else if (series === "") faults.push({ line, say: (t) => t("textsFault.noSeriesId") });
    else if (field === null)
      faults.push({
        line,
        say: (t) => t("textsFault.noField", { cell: (cells[columns.field] ?? "").trim().slice(0, 40) }),
      });
    else if (first !== undefined) faults.push({ line, say: (t) => t("textsFault.double", { line: first }) });
    else {
      lineOf.set(key, line);
      const texts = columns.languages.flatMap(({ code, at }) => {
        const text = plainCell(cells[at] ?? "");
        return text === "" ? [] : [[code, text] as const];
      });
      rows.push({ line, series, field, texts: Object.fromEntries(texts) });
    }
  }
  return { rows, faults };
}

function normalField(cell: string): string | null {
  const text = cell.trim().toLowerCase();
  if (text === "title" || text === "synopsis") return text;
  const [, number] = /^(?:episode\s*)?0*([1-9]\d{0,4})$/.exec(text) ?? [];
  return number === undefined ? null : `episode ${number}`;
}
