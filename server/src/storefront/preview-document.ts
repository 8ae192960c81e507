import { pageHeaders, pagePolicy, policyText } from "#platform/http/headers";

/** Returns the headers of a preview: it contains no script, is never stored, and the console alone may frame it. */
export function previewHeaders(consoleOrigin: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    ...pageHeaders,
    "content-security-policy": policyText({
      ...pagePolicy,
      "script-src": "'none'",
      "connect-src": "'none'",
      "frame-ancestors": consoleOrigin ?? "'self'",
    }),
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
  };
  // The policy names who may frame it; this header could not.
  delete headers["x-frame-options"];
  return headers;
}

/**
 * Returns the page without what a browser would run or fetch ahead. The page's own markup: the shell writes each script as
 * one element, and texts of people are escaped.
 */
export function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<link\b[^>]*\brel="(?:modulepreload|manifest|prefetch)"[^>]*>/g, "")
    .replace("<head>", '<head><base target="_blank">');
}
