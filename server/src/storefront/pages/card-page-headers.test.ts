import { expect, test } from "vitest";
import { pageHeaders } from "#platform/http/headers";
import { cardPageHeaders } from "./card-page-headers.ts";

const directivesOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers["content-security-policy"] ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
const usual = directivesOf(pageHeaders);

test("the page of the card form lets Stripe's own script, fields and bank's step in, and nothing else", () => {
  const headers = cardPageHeaders("https://js.stripe.com/endive/stripe.js");
  expect(directivesOf(headers)).toEqual({
    ...usual,
    "style-src-attr": "'unsafe-inline'",
    "script-src": "'self' https://js.stripe.com https://*.js.stripe.com",
    "frame-src":
      "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com",
    "img-src": `${usual["img-src"]} https://link.com https://*.link.com`,
    "connect-src": "'self' https://api.stripe.com",
    "form-action": "'self'",
  });
  expect(headers["permissions-policy"]).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")',
  );
});

test("beside a simulator it lets in that one alone", () => {
  const stand = "http://127.0.0.1:3012";
  expect(directivesOf(cardPageHeaders(`${stand}/js/stripe.js`))).toEqual({
    ...usual,
    "style-src-attr": "'unsafe-inline'",
    "script-src": `'self' ${stand}`,
    "frame-src": stand,
    "connect-src": `'self' ${stand}`,
  });
  const { "permissions-policy": permissions } = cardPageHeaders(`${stand}/js/stripe.js`);
  expect(permissions).toContain(`payment=(self "${stand}")`);
});

test("a bank's step that opens a window keeps its way back, and the page is framed by nobody", () => {
  const headers = cardPageHeaders("https://js.stripe.com/endive/stripe.js");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(headers["cross-origin-embedder-policy"]).toBeUndefined();
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(directivesOf(headers)["frame-ancestors"]).toBe("'none'");
});

test("where no card is taken it is a page like others, and no page lets foreign scripts in", () => {
  expect(cardPageHeaders(null)).toEqual(pageHeaders);
  expect(usual["script-src"]).toBe("'self'");
  expect(usual["frame-src"]).toBeUndefined();
  expect(usual["style-src-attr"]).toBeUndefined();
  expect(usual["style-src"]).toBe("'self'");
  expect(pageHeaders["permissions-policy"]).toContain("payment=()");
  expect(JSON.stringify(pageHeaders)).not.toContain("stripe");
});
