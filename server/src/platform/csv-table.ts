/** A line of a table, with the number of the line in the file that it begins in. */
export interface TableRow {
  line: number;
  cells: string[];
}

const FORMULA = /^'*\s*[=+\-@|%＝＋－＠]/u;

/**
 * Quotes a text as a cell and keeps its line breaks. A text that a spreadsheet would run as a formula is prefixed, and so is one
 * that is prefixed already: {@link plainCell} takes exactly one away.
 */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell that {@link textCell} wrote. */
export function plainCell(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/**
 * Reads a table with quotes as RFC 4180 has them. Its first line decides whether tabs, semicolons or commas part the cells. Empty
 * lines are left out.
 */
export function readTable(given: string): TableRow[] {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [head = ""] = text.split("\n", 1);
  const parting = ["\t", ";"].find((one) => head.includes(one)) ?? ",";
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  let at = 0;
  const end = () => {
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, parting);
    cells.push(cell.text);
    line += cell.text.split("\n").length - 1;
    at = cell.next;
    if (text[at] === parting) {
      at += 1;
      // A line may end with an empty cell.
      if (at === text.length || text[at] === "\n") cells.push("");
    }
    if (text[at] === "\n") {
      at += 1;
      line += 1;
      end();
    }
  }
  end();
  return rows;
}

function plain(text: string, at: number, parting: string): { text: string; next: number } {
  let next = at;
  while (next < text.length && text[next] !== parting && text[next] !== "\n") next += 1;
  return { text: text.slice(at, next), next };
}

function quoted(text: string, at: number): { text: string; next: number } {
  let next = at + 1;
  let cell = "";
  for (;;) {
    const close = text.indexOf('"', next);
    // A quote that is never closed takes the rest; the rows that it swallows are missed by who looks at the preview.
    if (close < 0) return { text: cell + text.slice(next), next: text.length };
    cell += text.slice(next, close);
    if (text[close + 1] !== '"') return { text: cell, next: close + 1 };
    cell += '"';
    next = close + 2;
  }
}
