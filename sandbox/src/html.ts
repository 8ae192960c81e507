/** Text that is markup already; everything else is escaped when inserted. */
export interface Html {
  html: string;
}

type Part = string | number | Html | readonly Html[];

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns markup with values in it: strings are escaped for text and quoted attributes alike. */
export function html(pieces: TemplateStringsArray, ...values: Part[]): Html {
  return {
    html: pieces.map((piece, at) => piece + (at < values.length ? written(values[at] ?? "") : "")).join(""),
  };
}

function written(part: Part): string {
  if (typeof part === "object") return "html" in part ? part.html : part.map((one) => one.html).join("");
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** Returns a complete page with a style sheet from its own server. */
export function page(title: string, body: Html, script?: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">
${script ? html`<script src="${script}" defer></script>` : []}
</head>
<body>
${body}
</body>
</html>
`.html;
}
