import { escapeMarkup } from "./escape.ts";
import { columnsOf, shareText } from "./labels.ts";
import type { Report, Retention } from "./report.ts";

const width = 720;
const rowHeight = 58;
const barTop = 32;
const barHeight = 14;

/** Renders the funnel as labelled bars, each as wide as its share of the visitors. */
export function funnelPicture(report: Report): string {
  const steps = columnsOf(report).map(({ about, sold = false, count }) => ({
    about,
    sold,
    count: count(report.total),
  }));
  const maximum = Math.max(1, ...steps.map(({ count }) => count));
  const visitors = report.total.visitors;
  const bars = steps.map(({ about, sold, count }, at) => {
    const y = at * rowHeight;
    const long = count === 0 ? 0 : Math.max(barHeight, (width * count) / maximum);
    const box = (kind: string, wide: number) =>
      `<rect class="${kind}" x="0" y="${y + barTop}" width="${wide.toFixed(1)}" height="${barHeight}" rx="${barHeight / 2}"/>`;
    const share = at === 0 ? "" : `<tspan class="share">${shareText(count, visitors)}</tspan>   `;
    return `<text class="name" x="0" y="${y + 23}">${escapeMarkup(about)}</text>
<text class="count" x="${width}" y="${y + 23}" text-anchor="end" xml:space="preserve">${share}${count}</text>
${box("track", width)}${box(sold ? "bar sold" : "bar", long)}`;
  });
  return svg("funnel", steps.length * rowHeight, {
    title: "The way from a visit to a renewal",
    about: steps.map(({ about, count }) => `${about}: ${count}`).join("; "),
    inside: bars.join("\n"),
  });
}

/** Renders the retention curve: how many who started a series reached each episode. */
export function retentionPicture({ title, began, reached }: Retention): string {
  const [top, bottom, start, end] = [16, 216, 74, width - 16];
  const x = (at: number) => start + ((end - start) * at) / Math.max(1, reached.length - 1);
  const y = (share: number) => bottom - (bottom - top) * share;
  const shareOf = (visitors: number) => (began === 0 ? 0 : visitors / began);
  const points = reached.map(({ visitors }, at) => `${x(at).toFixed(1)},${y(shareOf(visitors)).toFixed(1)}`);
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line class="rule" x1="${start}" x2="${end}" y1="${y(share)}" y2="${y(share)}"/><text class="axis" x="${start - 10}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`,
  );
  // Only as many labels as fit.
  const every = Math.ceil(reached.length / 14);
  const names = reached.flatMap(({ episode }, at) =>
    at % every === 0
      ? [
          `<text class="axis" x="${x(at).toFixed(1)}" y="${bottom + 28}" text-anchor="middle">${episode}</text>`,
        ]
      : [],
  );
  const dots = points.map((point) => {
    const [cx, cy] = point.split(",");
    return `<circle class="dot" cx="${cx}" cy="${cy}" r="${reached.length > 40 ? 2 : 4}"/>`;
  });
  const area = `<polygon class="area" points="${start},${bottom} ${points.join(" ")} ${x(reached.length - 1).toFixed(1)},${bottom}"/>`;
  return svg("retention", bottom + 40, {
    title: `Who went on watching ${title}`,
    about: reached
      .map(({ episode, visitors }) => `episode ${episode}: ${shareText(visitors, began)}`)
      .join("; "),
    inside: `${lines.join("")}\n${area}\n<polyline class="curve" points="${points.join(" ")}"/>\n${dots.join("")}\n${names.join("")}`,
  });
}

function svg(
  id: string,
  height: number,
  { title, about, inside }: { title: string; about: string; inside: string },
) {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-about">
<title id="${id}-title">${escapeMarkup(title)}</title><desc id="${id}-about">${escapeMarkup(about)}</desc>
${inside}
</svg>`;
}
