import { expect, test } from "vitest";
import { disputeOf } from "./dispute.ts";
import { CaptureObject, DisputeObject } from "./objects.ts";
import { settledOf } from "./settled.ts";

type Breakdown = NonNullable<CaptureObject["seller_receivable_breakdown"]>;
const money = (currency_code: string, value: string) => ({ currency_code, value });

const cases: [what: string, sold: string, breakdown: Breakdown, settled: unknown][] = [
  [
    "in the currency of the sale",
    "EUR",
    { paypal_fee: money("EUR", "1.09") },
    { currency: "EUR", amount: 1_999, fee: 109, rate: null },
  ],
  [
    "converted, after the fee was taken in the buyer's currency",
    "EUR",
    {
      paypal_fee: money("EUR", "1.09"),
      receivable_amount: money("USD", "20.41"),
      exchange_rate: { value: "1.08" },
    },
    { currency: "USD", amount: 2_041 + 118, fee: 118, rate: "1.08" },
  ],
  [
    "converted, with the fee taken in the account's currency",
    "CNY",
    {
      paypal_fee: money("CNY", "1.09"),
      paypal_fee_in_receivable_currency: money("USD", "0.15"),
      receivable_amount: money("USD", "2.60"),
      exchange_rate: { value: "0.1379" },
    },
    { currency: "USD", amount: 275, fee: 15, rate: "0.1379" },
  ],
  [
    "converted, at a rate that was not told",
    "EUR",
    { paypal_fee: money("EUR", "1.09"), receivable_amount: money("USD", "20.41") },
    null,
  ],
  ["without a fee", "EUR", {}, null],
];

test.each(cases)("case 77: what PayPal's account received for a sale, %s", (_, sold, breakdown, settled) => {
  const capture = CaptureObject.parse({
    id: "3C679366HH908993F",
    status: "COMPLETED",
    amount: money(sold, "19.99"),
    seller_receivable_breakdown: breakdown,
  });
  expect(settledOf(1_999, sold, capture.seller_receivable_breakdown ?? {})).toEqual(settled);
});

test("case 77: only our share of a dispute's money counts, and each entry keeps its reference however often it is reported", () => {
  const at = "2026-11-20T12:00:00Z";
  const moved = (party: string, type: string, reason: string, value: string) => ({
    affected_party: party,
    type,
    reason,
    amount: money("USD", value),
    initiated_time: at,
  });
  const dispute = DisputeObject.parse({
    dispute_id: "PP-D-1",
    status: "RESOLVED",
    dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR" },
    dispute_amount: money("USD", "6.99"),
    money_movements: [
      moved("SELLER", "DEBIT", "CHARGEBACK_FEE", "20.00"),
      moved("SELLER", "DEBIT", "DISPUTE_SETTLEMENT", "6.99"),
      moved("BUYER", "CREDIT", "DISPUTE_SETTLEMENT", "6.99"),
      moved("SELLER", "CREDIT", "DISPUTE_SETTLEMENT_FEE", "1.00"),
      { affected_party: "SELLER", type: "DEBIT" },
    ],
  });
  const common = { currency: "USD", at: new Date(at) };
  expect(disputeOf(dispute).movements).toEqual([
    { ...common, ref: `CHARGEBACK_FEE:DEBIT:${at}`, kind: "fee", amount: 2_000, alsoRefund: false },
    { ...common, ref: `DISPUTE_SETTLEMENT:DEBIT:${at}`, kind: "settlement", amount: 699, alsoRefund: true },
    {
      ...common,
      ref: `DISPUTE_SETTLEMENT_FEE:CREDIT:${at}`,
      kind: "fee_returned",
      amount: 100,
      alsoRefund: false,
    },
  ]);
  expect(
    disputeOf({ ...dispute, status: "UNDER_REVIEW", dispute_outcome: undefined }).movements[1],
  ).toMatchObject({
    ref: `DISPUTE_SETTLEMENT:DEBIT:${at}`,
    kind: "hold",
  });
});
