/** Sent with everything: nothing may be sniffed, framed or named to others. */
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

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Sent with pages. No inline script and no inline style: what is foreign cannot run, wherever it got in. */
export const pageHeaders: Record<string, string> = {
  "content-security-policy": policy.join("; "),
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "x-frame-options": "DENY",
};

/** Sent beside the above when the public origin is https: one year (ASVS 3.4.1). */
export const strictTransport = "max-age=31536000; includeSubDomains";
