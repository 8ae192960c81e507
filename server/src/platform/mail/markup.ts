/** Text that is markup already; everything else is escaped on its way in. */
export interface Markup {
  text: string;
}

type Part = string | Markup | readonly Markup[];

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup with values in it: strings are escaped for text and quoted attributes alike, markup stays as it is. */
export function markup(pieces: TemplateStringsArray, ...values: Part[]): Markup {
  const text = pieces
    .map((piece, at) => piece + (at < values.length ? written(values[at] ?? "") : ""))
    .join("");
  return { text };
}

function written(part: Part): string {
  if (typeof part === "string") return part.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  return "text" in part ? part.text : part.map(({ text }) => text).join("");
}
