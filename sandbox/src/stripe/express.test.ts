import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

type Check = (given: object, opened: object) => void;
interface Parts {
  known: Record<string, Set<string>>;
  checkExpress: Check;
  checkResolve: Check;
  checkElements: (given: object) => void;
  checkEvent: (name: string) => void;
  checkFailure: (given: object) => void;
}

const source = (name: string) => readFileSync(join(import.meta.dirname, "browser", name), "utf8");
const parts = {} as Parts;
runInNewContext(source("names.js") + source("express-checks.js"), { PARTS: parts, URL });

const types = (path: string) =>
  readFileSync(
    join(import.meta.dirname, "../../../node_modules/@stripe/stripe-js/dist/stripe-js", path),
    "utf8",
  );
const express = types("elements/express-checkout.d.ts");
const apple = types("elements/apple-pay.d.ts");
const group = types("elements-group.d.ts");

/** Returns the names of an interface or an object type, at its first level. */
function namesIn(text: string, opening: string): string[] {
  const from = text.indexOf(opening);
  if (from < 0) throw new Error(`The types have no ${opening}`);
  const body = text.slice(text.indexOf("{", from) + 1);
  const indent = /\n( +)/.exec(body)?.[1] ?? "  ";
  const own = body.slice(0, body.search(new RegExp(`\\n {${indent.length - 2}}\\}`)));
  return [...own.matchAll(new RegExp(`^${indent}(\\w+)\\??:`, "gm"))].map(([, name = ""]) => name);
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

test.each([
  ["expressCheckout", express, ["interface StripeExpressCheckoutElementOptions"]],
  ["expressUpdate", express, ["interface StripeExpressCheckoutElementUpdateOptions"]],
  ["clickResolve", express, ["type ClickResolveDetails"]],
  ["paymentMethods", express, ["type ExpressCheckoutPaymentMethodsOption"]],
  ["layout", express, ["type LayoutOption"]],
  ["lineItem", express, ["type LineItem"]],
  [
    "elements",
    group,
    [
      "interface BaseStripeElementsOptions",
      "interface StripeElementsOptionsModeBase",
      "type StripeElementsOptionsModePayment",
      "type StripeElementsOptionsModeSetup",
    ],
  ],
])("the script knows the names that the types have, and no other: %s", (kind, text, openings) => {
  expect(sorted(parts.known[kind] ?? [])).toEqual(sorted(openings.flatMap((one) => namesIn(text, one))));
});

test("the script knows the events of the types, and Apple Pay's names", () => {
  const events = [...express.matchAll(/eventType: '(\w+)'/g)].map(([, name = ""]) => name);
  expect(sorted(parts.known["expressEvents"] ?? [])).toEqual(sorted(events));
  for (const kind of ["applePay", "recurringPaymentRequest", "regularBilling"])
    for (const name of parts.known[kind] ?? []) expect(apple).toMatch(new RegExp(`\\b${name}\\??:`));
});

const opened = { mode: "payment", amount: 699, currency: "usd" };

test.each<[string, () => void]>([
  ["an option that does not exist", () => parts.checkExpress({ wallets2: {} }, opened)],
  ["a group without a mode", () => parts.checkExpress({}, {})],
  [
    "a wallet that may be always shown and is Link",
    () => parts.checkExpress({ paymentMethods: { link: "always" } }, opened),
  ],
  ["a button that is too high", () => parts.checkExpress({ buttonHeight: 80 }, opened)],
  [
    "line items above the amount",
    () => parts.checkResolve({ lineItems: [{ name: "Series", amount: 700 }] }, opened),
  ],
  [
    "a renewal without its address",
    () =>
      parts.checkResolve(
        {
          applePay: {
            recurringPaymentRequest: { paymentDescription: "x", regularBilling: { amount: 1, label: "x" } },
          },
        },
        opened,
      ),
  ],
  ["an amount of nothing", () => parts.checkElements({ ...opened, amount: 0 })],
  ["an amount of a setup", () => parts.checkElements({ mode: "setup", amount: 699 })],
  ["a setup whose currency is in capitals", () => parts.checkElements({ mode: "setup", currency: "USD" })],
  [
    "line items of a setup, which has no amount",
    () => parts.checkResolve({ lineItems: [{ name: "Plan", amount: 699 }] }, { mode: "setup" }),
  ],
  ["an amount with decimals", () => parts.checkElements({ ...opened, amount: 6.99 })],
  ["a currency in capitals", () => parts.checkElements({ ...opened, currency: "USD" })],
  ["an event that does not exist", () => parts.checkEvent("paid")],
  ["a reason that does not exist", () => parts.checkFailure({ reason: "no" })],
])("the script throws on %s", (_what, call) => {
  expect(call).toThrow(/\w/);
});
