/** A cost as a line has it, with the number of the line. */
export interface ReadCost {
  line: number;
  key: string;
  day: string;
  currency: string;
  amount: string;
}

const LINE = /^(.+?)\s*[,;\t]\s*(\d{4}-\d\d-\d\d)\s*[,;\t]\s*([A-Za-z]{3})\s*[,;\t]\s*"?(\d+(?:[.,]\d+)?)"?$/;

/**
 * Reads lines of group, day, currency and amount, parted by commas, semicolons or tabs. A first line without a day is the head of a
 * table. `faults`: the numbers of lines that are none.
 */
export function readCosts(text: string): { costs: ReadCost[]; faults: number[] } {
  const costs: ReadCost[] = [];
  const faults: number[] = [];
  for (const [at, written] of text.split(/\r\n?|\n/).entries()) {
    const given = written.trim();
    if (given === "") continue;
    const [, key = "", day = "", currency = "", amount = ""] = LINE.exec(given) ?? [];
    if (day !== "")
      costs.push({
        line: at + 1,
        key: key.replace(/^"(.*)"$/, "$1").replaceAll('""', '"'),
        day,
        currency: currency.toUpperCase(),
        amount: amount.replace(",", "."),
      });
    else if (at > 0 || /\d{4}-\d\d/.test(given)) faults.push(at + 1);
  }
  return { costs, faults };
}
