import { languages } from "@cliffhanger/contract";
import { textCell } from "#platform/csv-table";
import type { Db } from "#platform/db/database";
import { readEdited } from "../editing/edit.ts";
import { orderOf } from "../editing/order.ts";
import { textIn } from "../texts.ts";

/** Returns the texts of a series, with those that are not published, as the table that can be imported. */
export async function exportTexts(db: Db, id: string): Promise<string> {
  const { content } = await readEdited(db, id);
  const { title, synopsis, episodes, numbers = {} } = content;
  const name = textIn(title, content.language);
  const rows = [
    { field: "title", texts: title },
    { field: "synopsis", texts: synopsis },
    ...orderOf(content).map((one) => ({ field: `episode ${numbers[one]}`, texts: episodes[one] ?? {} })),
  ].map(({ field, texts }) => [id, name, field, ...languages.map((code) => texts[code] ?? "")]);
  const lines = [["series", "name", "field", ...languages], ...rows];
  // Sheets take a file for UTF-8 by its mark.
  return `\uFEFF${lines.map((cells) => `${cells.map(textCell).join(",")}\r\n`).join("")}`;
}
