/** Text that is HTML already; `markup` escapes all other values. */
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

/** Returns HTML with values: strings are escaped for text and quoted attributes, markup is inserted unchanged. */
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
