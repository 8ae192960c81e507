import type { Language } from "@cliffhanger/contract";

/** The content of an error page; with `retry` it reloads after five seconds. */
interface ErrorPage {
  message: string;
  language: Language;
  retry: boolean;
  /** What a visitor tells the operator, who finds the request by it, with its label. */
  requestId: { label: string; value: string };
}

/**
 * Returns a page for a fault in which the app cannot render. It needs no style sheet, which may be what is missing: the
 * color scheme alone makes it dark. The texts are ours and contain nothing from the request; an id has no character of HTML.
 */
export function errorPage({ message, language, retry, requestId }: ErrorPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${retry ? '<meta http-equiv="refresh" content="5">' : ""}
<title>${message}</title>
</head>
<body><main><h1>${message}</h1><p>${requestId.label}: <code>${requestId.value}</code></p></main></body>
</html>
`;
}
