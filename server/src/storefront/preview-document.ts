import { type Language, parseLanguage } from "@cliffhanger/contract";
import { notFound } from "#platform/http/errors";
import { pageHeaders, pagePolicy, policyText } from "#platform/http/headers";
import { messagesIn } from "#platform/messages";

/** The type of a preview's page. */
export const HTML = "text/html; charset=utf-8";

/**
 * Returns the headers of a preview: it is never stored or found, and the console alone may frame it. It contains no script, or
 * what `policy` allows.
 */
export function previewHeaders(
  consoleOrigin: string | null,
  policy: Readonly<Record<string, string>> = { "script-src": "'none'", "connect-src": "'none'" },
): Record<string, string> {
  const headers: Record<string, string> = {
    ...pageHeaders,
    "content-security-policy": policyText({
      ...pagePolicy,
      ...policy,
      "frame-ancestors": consoleOrigin ?? "'self'",
    }),
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    // The address is the key.
    "referrer-policy": "no-referrer",
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

/** Returns the language that a preview is asked for in; English for any other. */
export function previewLanguage(asked: unknown): Language {
  return (typeof asked === "string" && parseLanguage(asked)) || "en";
}

/** Returns the moment that a preview is asked for; null: now. One that is no moment is not found. */
export function previewMoment(asked: unknown): Date | null {
  const moment = typeof asked === "string" ? new Date(asked) : null;
  if (moment && Number.isNaN(moment.getTime())) throw notFound();
  return moment;
}

/** Returns what the frame of a preview shows when its code has ended: a refusal that the console may not frame would be a blank. */
export function endedPreview(language: Language): string {
  const text = messagesIn(language)("preview.frameEnded");
  return `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>${text}</title><p>${text}</p></html>`;
}
