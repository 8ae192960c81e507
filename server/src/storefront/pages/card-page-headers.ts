import { closedPermissions, pageHeaders, pagePolicy, policyText } from "#platform/http/headers";

/** Where Stripe's own script is, and what it frames and asks. */
const STRIPE_SCRIPTS = "https://js.stripe.com";
const STRIPE_PARTS = "https://*.js.stripe.com";
const STRIPE_HOOKS = "https://hooks.stripe.com";
const STRIPE_API = "https://api.stripe.com";
/** Link, Stripe's own wallet. */
const LINK = ["https://link.com", "https://*.link.com"];
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
  const frames = real ? [...scripts, STRIPE_HOOKS, ...LINK] : scripts;
  const payers = real ? [...scripts, GOOGLE_PAY] : scripts;
  const directives = {
    ...pagePolicy,
    // Stripe's script sizes its frames by attributes. A style sheet of others, or a style element, is still let in by nobody.
    "style-src-attr": "'unsafe-inline'",
    "script-src": ["'self'", ...scripts].join(" "),
    "frame-src": frames.join(" "),
    ...(real ? { "img-src": [pagePolicy["img-src"], ...LINK].join(" ") } : {}),
    "connect-src": `'self' ${real ? STRIPE_API : origin}`,
  };
  return {
    ...pageHeaders,
    "content-security-policy": policyText(directives),
    "permissions-policy": `${closedPermissions}, payment=(self ${payers.map((one) => `"${one}"`).join(" ")})`,
    "cross-origin-opener-policy": "same-origin-allow-popups",
  };
}
