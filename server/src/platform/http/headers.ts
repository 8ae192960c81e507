/** Sent with every answer: no sniffing, no framing, no referrer. */
export const commonHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Sent with answers that are data: they may load and run nothing. */
export const dataHeaders: Record<string, string> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** The directives of a page's Content-Security-Policy. */
export const pagePolicy: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "media-src": "'self' blob:",
  "worker-src": "'self'",
  "font-src": "'self'",
  "manifest-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
  // Every browser supports it. With report-to, Chromium would ignore it, and report-to needs https and arrives late or
  // never.
  "report-uri": "/api/reports/csp",
};

/** Returns the header text of the directives. */
export function policyText(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Features that no page may use; the permission for payments is appended. */
export const closedPermissions = "camera=(), microphone=(), geolocation=()";

/** Sent with pages. No inline script and no inline style: injected code cannot run. */
export const pageHeaders: Record<string, string> = {
  "content-security-policy": policyText(pagePolicy),
  "permissions-policy": `${closedPermissions}, payment=()`,
  "x-frame-options": "DENY",
};

/** Other origins that pages may load from and connect to. */
export type ExternalOrigins = Readonly<Record<"script-src" | "img-src" | "connect-src", readonly string[]>>;

/** Returns the headers of pages that may also use these origins, and load films from `mediaOrigin`. */
export function pageHeadersWith(
  external: ExternalOrigins,
  mediaOrigin: string | null = null,
): Record<string, string> {
  const media = mediaOrigin === null ? [] : [mediaOrigin];
  const all = {
    ...external,
    "img-src": [...media, ...external["img-src"]],
    "connect-src": [...media, ...external["connect-src"]],
    "media-src": media,
  };
  const wider = Object.entries(all).map(([name, origins]) => [
    name,
    [pagePolicy[name], ...new Set(origins)].join(" "),
  ]);
  return {
    ...pageHeaders,
    "content-security-policy": policyText({ ...pagePolicy, ...Object.fromEntries(wider) }),
  };
}

/** Added when the public origin is https: one year (ASVS 3.4.1). */
export const strictTransport = "max-age=31536000; includeSubDomains";
