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

const policy: Record<string, string> = {
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
  // Every browser sends to it. Beside report-to, Chromium would ignore it, and that one needs https and comes late or never.
  "report-uri": "/api/reports/csp",
};

function policyText(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

const permissions = "camera=(), microphone=(), geolocation=()";

/** Sent with pages. No inline script and no inline style: what is foreign cannot run, wherever it got in. */
export const pageHeaders: Record<string, string> = {
  "content-security-policy": policyText(policy),
  "permissions-policy": `${permissions}, payment=()`,
  "x-frame-options": "DENY",
};

/** Other origins that pages may load from and speak to. */
export type Foreign = Readonly<Record<"script-src" | "img-src" | "connect-src", readonly string[]>>;

/** Sent with pages on which these origins may be asked for something too. */
export function pageHeadersWith(foreign: Foreign): Record<string, string> {
  const wider = Object.entries(foreign).map(([name, origins]) => [
    name,
    [policy[name], ...new Set(origins)].join(" "),
  ]);
  return {
    ...pageHeaders,
    "content-security-policy": policyText({ ...policy, ...Object.fromEntries(wider) }),
  };
}

/** Where Stripe's own script is, and what it frames and asks. */
const STRIPE_SCRIPTS = "https://js.stripe.com";
const STRIPE_PARTS = "https://*.js.stripe.com";
const STRIPE_HOOKS = "https://hooks.stripe.com";
const STRIPE_API = "https://api.stripe.com";
/** Where the sheet of Google Pay asks for a payment. */
const GOOGLE_PAY = "https://pay.google.com";

/**
 * Sent with the page of the card form alone: the gateway's script may run there, its fields and the bank's step may be framed,
 * it may set style attributes, its frames may ask for a payment, and nothing else may. A bank's step that opens a window must be able to speak to it, so those are not cut off. Without a
 * script it is a page like others.
 */
export function cardPageHeaders(scriptUrl: string | null): Record<string, string> {
  if (scriptUrl === null) return pageHeaders;
  const { origin } = new URL(scriptUrl);
  const real = origin === STRIPE_SCRIPTS;
  const scripts = real ? [origin, STRIPE_PARTS] : [origin];
  const frames = real ? [...scripts, STRIPE_HOOKS] : scripts;
  const payers = real ? [...scripts, GOOGLE_PAY] : scripts;
  const directives = {
    ...policy,
    // Stripe's script sizes its frames by attributes. A style sheet of others, or a style element, is still let in by nobody.
    "style-src-attr": "'unsafe-inline'",
    "script-src": ["'self'", ...scripts].join(" "),
    "frame-src": frames.join(" "),
    "connect-src": `'self' ${real ? STRIPE_API : origin}`,
  };
  return {
    ...pageHeaders,
    "content-security-policy": policyText(directives),
    "permissions-policy": `${permissions}, payment=(self ${payers.map((one) => `"${one}"`).join(" ")})`,
    "cross-origin-opener-policy": "same-origin-allow-popups",
  };
}

/** Sent beside the above when the public origin is https: one year (ASVS 3.4.1). */
export const strictTransport = "max-age=31536000; includeSubDomains";
