import type { Language } from "@cliffhanger/contract";

/** The content of an error page; with `retry` it reloads after five seconds. */
interface ErrorPage {
  message: string;
  language: Language;
  retry: boolean;
}

/**
 * Returns a page for a fault in which the app cannot render. It needs no style sheet, which may be what is missing: the
 * color scheme alone makes it dark. `message` is ours and contains nothing from the request.
 */
export function errorPage({ message, language, retry }: ErrorPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
${retry ? '<meta http-equiv="refresh" content="5">' : ""}
<title>${message}</title>
</head>
<body><main><h1>${message}</h1></main></body>
</html>
`;
}
