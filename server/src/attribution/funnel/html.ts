import { decimalText } from "#platform/money";
import { escapeMarkup } from "./escape.ts";
import { columnsOf, daysOf, groupHead, notesOf, shareText, sums } from "./labels.ts";
import { funnelPicture, retentionPicture } from "./picture.ts";
import type { Report, Retention } from "./report.ts";
import { style } from "./style.ts";

/** Returns a report as a self-contained page without scripts. */
export function htmlOf(report: Report, siteName: string): string {
  const [first, last] = daysOf(report);
  const title = `${siteName}: from a visit to a renewal`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="dark light">
<title>${escapeMarkup(title)}, ${first} to ${last}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="site">${escapeMarkup(siteName)}</p>
<h1>From a visit to a renewal</h1>
<p class="days"><time datetime="${first}">${first}</time> to <time datetime="${last}">${last}</time> · by ${report.by} · ${report.touch} touch</p>
</header>
${tilesOf(report)}
<section aria-labelledby="funnel-head">
<h2 id="funnel-head">How far people came</h2>
<div class="picture">${funnelPicture(report)}</div>
${table("How far people came", peopleRows(report))}
</section>
<section aria-labelledby="money-head">
<h2 id="money-head">What came in</h2>
${report.currencies.length > 0 ? table("What came in", moneyRows(report)) : "<p>No money moved in that time.</p>"}
</section>
${report.retention ? retentionPart(report.retention) : ""}
<footer>${notesOf(report)
    .map((note) => `<p>${escapeMarkup(note)}</p>`)
    .join("")}</footer>
</main>
</body>
</html>
`;
}

/** Returns the most important numbers as tiles. */
function tilesOf({ total, currencies }: Report): string {
  const tiles = [
    ["Visitors", String(total.visitors)],
    ["Orders paid", String(total.paid)],
    ["Renewals paid", String(total.renewed)],
    ...currencies.map((currency) => [
      `Net ${currency}`,
      decimalText(total.money.get(currency)?.net ?? 0, currency),
    ]),
  ];
  const items = tiles.map(
    ([name = "", value = ""]) => `<div><dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd></div>`,
  );
  return `<dl class="tiles">${items.join("")}</dl>`;
}

function peopleRows(report: Report): string[][] {
  const columns = columnsOf(report);
  return [
    [groupHead(report), ...columns.map(({ head }) => head)],
    ...[...report.rows, report.total].map((row) => [
      row.label,
      ...columns.map(({ count }) => String(count(row))),
    ]),
  ];
}

function moneyRows(report: Report): string[][] {
  return [
    [groupHead(report), "Currency", ...sums.map(({ head }) => head)],
    ...[...report.rows, report.total].flatMap(({ label, money }) =>
      [...money]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, takings]) => [
          label,
          currency,
          ...sums.map(({ of }) => decimalText(takings[of], currency)),
        ]),
    ),
  ];
}

function retentionPart(retention: Retention): string {
  const { title, began, reached } = retention;
  const head = `<h2 id="retention-head">Who went on watching ${escapeMarkup(title)}</h2>`;
  const open = `<section aria-labelledby="retention-head">\n${head}`;
  if (began === 0) return `${open}\n<p>Nobody began it in that time.</p>\n</section>`;
  const rows = reached.map(({ episode, visitors }) => [
    `Episode ${episode}`,
    String(visitors),
    shareText(visitors, began),
  ]);
  return `${open}
<div class="picture">${retentionPicture(retention)}</div>
${table(`Who went on watching ${title}`, [["Reached", "Viewers", "Of those who began"], ...rows])}
</section>`;
}

/** Returns a table with row headers in the first column. It scrolls separately if it is wider than the screen. */
function table(caption: string, [head = [], ...rows]: string[][]): string {
  const heads = head.map((cell) => `<th scope="col">${escapeMarkup(cell)}</th>`).join("");
  const lines = rows.map(
    ([name = "", ...cells]) =>
      `<tr${name === "All" ? ' class="all"' : ""}><th scope="row">${escapeMarkup(name)}</th>${cells
        .map((cell) => `<td>${escapeMarkup(cell)}</td>`)
        .join("")}</tr>`,
  );
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeMarkup(caption)}">
<table><caption>${escapeMarkup(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>
${lines.join("\n")}
</tbody></table></div>`;
}
