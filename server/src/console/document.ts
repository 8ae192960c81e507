import { randomBytes } from "node:crypto";
import { policyText } from "#platform/http/headers";

/** Where the build left a place for the nonce. */
const NONCE_MARK = "%NONCE%";

/** A copy of the console's document for one request, with the headers that belong to its nonce. */
export interface ConsoleDocument {
  html: string;
  headers: Record<string, string>;
}

/**
 * Returns a function that writes the document. It is the same for everybody and holds no data; only the nonce differs, for the
 * `<style>` elements that the component library makes.
 * @param template the built `index.html`
 * @param publicOrigin the viewers' site, whose previews the console may frame; null if the console shares its address
 */
export function consoleDocument(template: string, publicOrigin: string | null): () => ConsoleDocument {
  const parts = template.split(NONCE_MARK);
  if (parts.length !== 2) throw new Error(`The console's index.html must contain ${NONCE_MARK} once.`);
  return () => {
    const nonce = randomBytes(16).toString("base64url");
    return { html: parts.join(nonce), headers: headersOf(nonce, publicOrigin) };
  };
}

function headersOf(nonce: string, publicOrigin: string | null): Record<string, string> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": policyText({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": `'self' 'nonce-${nonce}'`,
      "img-src": "'self' data: blob:",
      "media-src": "'self' blob:",
      "connect-src": "'self'",
      "font-src": "'self'",
      "frame-src": ["'self'", publicOrigin].filter(Boolean).join(" "),
      "worker-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    }),
    "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex",
  };
}
