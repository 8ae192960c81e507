import { readFileSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { hasPayPalSpecs, withoutPayPalSpecs } from "#test/paypal-specs";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../records/gateway.ts";
import { PayPalRefused } from "./paypal/client.ts";
import { meaningOf } from "./stripe/faults.ts";

/** The issues that concern the payer; all others concern the merchant. */
const buyers = [
  "INSTRUMENT_DECLINED",
  "TRANSACTION_REFUSED",
  "CAPTURE_DECLINED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_CANNOT_PAY",
  "TOKEN_ID_NOT_FOUND",
  "AGREEMENT_ALREADY_CANCELLED",
  "BILLING_AGREEMENT_NOT_FOUND",
  "ORDER_NOT_APPROVED",
  "PAYER_ACTION_REQUIRED",
];
const folder = join(import.meta.dirname, "../../../../../shared/gateway-specs/paypal");

/** Returns every issue in PayPal's description of its orders API. */
function issuesOfPayPal(): string[] {
  const text = readFileSync(join(folder, "checkout_orders_v2.json"), "utf8");
  const found = [...text.matchAll(/"([A-Z][A-Z0-9_]{7,})"/g)].map(([, word = ""]) => word);
  return [...new Set(found)].filter((word) => word.includes("_"));
}

describe("case 73: whose fault a refusal is", () => {
  test.skipIf(!hasPayPalSpecs)(
    `of every issue that PayPal lists, only those about the payer are the buyer's (${withoutPayPalSpecs})`,
    () => {
      const issues = issuesOfPayPal();
      expect(issues.length).toBeGreaterThan(100);
      for (const issue of [...issues, ...buyers]) {
        const { fault } = new PayPalRefused([issue, "UNPROCESSABLE_ENTITY"], 422, "debug");
        expect([issue, fault]).toEqual([issue, buyers.includes(issue) ? "buyer" : "merchant"]);
      }
    },
  );

  test("an unknown issue is the merchant's, with or without other issues", () => {
    for (const issues of [
      ["INVENTED_ISSUE"],
      ["UNPROCESSABLE_ENTITY"],
      [],
      ["PAYEE_ACCOUNT_RESTRICTED", "X"],
    ])
      expect(new PayPalRefused(issues, 422, "debug").fault).toBe("merchant");
  });

  const errors = Stripe.errors;
  const raw = (more: object) => ({ message: "no", ...more }) as never;
  test.each([
    ["a decline", new errors.StripeCardError(raw({ statusCode: 402, code: "card_declined" })), "buyer"],
    [
      "a made-up card",
      new errors.StripeInvalidRequestError(
        raw({ statusCode: 400, code: "resource_missing", param: "payment_method" }),
      ),
      "buyer",
    ],
    [
      "a made-up confirmation token",
      new errors.StripeInvalidRequestError(
        raw({ statusCode: 400, code: "resource_missing", param: "confirmation_token" }),
      ),
      "buyer",
    ],
    [
      "a card that was taken away",
      new errors.StripeInvalidRequestError(raw({ statusCode: 400, code: "payment_method_unexpected_state" })),
      "buyer",
    ],
    [
      "a missing customer",
      new errors.StripeInvalidRequestError(
        raw({ statusCode: 400, code: "resource_missing", param: "customer" }),
      ),
      "merchant",
    ],
    [
      "a wrong amount",
      new errors.StripeInvalidRequestError(
        raw({ statusCode: 400, code: "amount_too_small", param: "amount" }),
      ),
      "merchant",
    ],
    [
      "an invented code",
      new errors.StripeInvalidRequestError(raw({ statusCode: 400, code: "invented_code" })),
      "merchant",
    ],
    [
      "a wrong key",
      new errors.StripeAuthenticationError(raw({ statusCode: 401, code: "api_key_expired" })),
      "merchant",
    ],
    ["a missing permission", new errors.StripePermissionError(raw({ statusCode: 403 })), "merchant"],
    [
      "a key used for something else",
      new errors.StripeIdempotencyError(raw({ statusCode: 400 })),
      "merchant",
    ],
  ] as const)("at Stripe, %s is attributed correctly", (_, error, fault) => {
    const meaning = meaningOf(error);
    expect(meaning).toBeInstanceOf(GatewayRefused);
    expect((meaning as GatewayRefused).fault).toBe(fault);
  });

  test("a temporary error is neither's fault", () => {
    expect(meaningOf(new errors.StripeRateLimitError(raw({ statusCode: 429 })))).toBeInstanceOf(GatewayBusy);
    expect(meaningOf(new errors.StripeAPIError(raw({ statusCode: 500 })))).toBeInstanceOf(GatewayUnknown);
    expect(meaningOf(new errors.StripeConnectionError(raw({})))).toBeInstanceOf(GatewayUnknown);
  });
});
