import type { Language } from "@cliffhanger/contract";

/** What an error page says; with `retry` it loads itself again after five seconds. */
interface ErrorPage {
  message: string;
  language: Language;
  retry: boolean;
}

/**
 * A page for a fault that the app itself cannot draw. It needs no style sheet, which may be what is missing: the color
 * scheme alone makes it dark. `message` is ours and holds nothing from the request.
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
