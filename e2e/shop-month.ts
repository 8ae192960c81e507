/**
 * The expected figures of a month of a small shop, worked out by hand from the price list, from the fees of the gateways' test
 * accounts and from what `console-month.long.spec.ts` plays. Nothing here comes from an answer of the app.
 *
 * Prices: 30 days 19.99, 365 days 99.99, a series 6.99, in dollars and euros; a series 19.90 in reais.
 * Stripe: 2.9 % + 0.30 of what arrives in dollars; it exchanges euros at 1.08045 and reais at 0.178262; a dispute costs 15.00,
 * which comes back when it is won. PayPal: 3.49 % + 0.49 dollars or 0.39 euros, and exchanges nothing; a dispute costs 20.00.
 *
 * | day | who | what |
 * | --- | --- | --- |
 * | 1 | Anna | 365 days by card, 99.99, fee 3.20 |
 * | 1 | Ben, Cleo | a series by card, 6.99 each, fee 0.50 each |
 * | 1 | Dora | 30 days by PayPal, 19.99, fee 1.19 |
 * | 1 | Evan | 30 days by card, 19.99, fee 0.88 |
 * | 3 | Faye | 30 days by card, €19.99, which arrives as $21.60, fee 0.93 |
 * | 3 | Gus | a series by PayPal, €6.99, fee €0.63 |
 * | 3 | Hana | a series by card, R$19.90, which arrives as $3.55, fee 0.40 |
 * | 5 | Anna, Ben, Cleo | refunds: all 99.99, a part of 1.50, all 6.99 at a withdrawal |
 * | 8 | Ivy | 365 days by card, 99.99, fee 3.20 |
 * | 8 | Jack | a series by card, 6.99, fee 0.50 |
 * | 8 | Kira | a series by PayPal, 6.99, fee 0.73 |
 * | 9 | Ivy | the refund of 60.00 that support asked finance for |
 * | 9 | Jack, Kira | their banks dispute: 15.00 and 20.00 |
 * | 10 | Jack, Kira | won: 15.00 come back; lost: 6.99 are gone |
 * | 12 | Liam | 30 days by card at the old price, 19.99, fee 0.88 |
 * | 12 | Mia | 30 days by card at the new price, 24.99, fee 1.02 |
 * | 31 | Dora, the demo's member | renewals, 19.99 each, fees 1.19 and 0.88 |
 * | 31 | Evan | his renewal is declined |
 *
 * The demo itself sold 30 days and a series by card the day before: 19.99 + 6.99, fees 0.88 + 0.50.
 */
type Sums = [
  currency: string,
  sales: string,
  refunds: string,
  disputes: string,
  fees: string,
  exchanged: string,
  net: string,
];

/** The month in figures. */
export const month = {
  /** By day, the newest first. */
  byDay: [
    [31, "USD", "39.98", "0.00", "0.00", "2.07", "0.00", "37.91"],
    [12, "USD", "44.98", "0.00", "0.00", "1.90", "0.00", "43.08"],
    [10, "USD", "0.00", "0.00", "6.99", "-15.00", "0.00", "8.01"],
    [9, "USD", "0.00", "60.00", "0.00", "35.00", "0.00", "-95.00"],
    [8, "USD", "113.97", "0.00", "0.00", "4.43", "0.00", "109.54"],
    [5, "USD", "0.00", "108.48", "0.00", "0.00", "0.00", "-108.48"],
    [3, "BRL", "19.90", "0.00", "0.00", "0.00", "19.90", "0.00"],
    [3, "EUR", "26.98", "0.00", "0.00", "0.63", "19.99", "6.36"],
    [3, "USD", "0.00", "0.00", "0.00", "1.33", "-25.15", "23.82"],
    [1, "USD", "153.95", "0.00", "0.00", "6.27", "0.00", "147.68"],
  ] as [day: number, ...Sums][],
  byPlan: [
    ["365 days", "USD", "199.98", "159.99", "0.00", "6.40", "0.00", "33.59"],
    ["30 days", "EUR", "19.99", "0.00", "0.00", "0.00", "19.99", "0.00"],
    ["30 days", "USD", "124.94", "0.00", "0.00", "6.97", "-21.60", "139.57"],
    ["No plan", "BRL", "19.90", "0.00", "0.00", "0.00", "19.90", "0.00"],
    ["No plan", "EUR", "6.99", "0.00", "0.00", "0.63", "0.00", "6.36"],
    ["No plan", "USD", "27.96", "8.49", "6.99", "22.63", "-3.55", "-6.60"],
  ] as [plan: string, ...Sums][],
  byGateway: [
    ["Stripe", "BRL", "19.90", "0.00", "0.00", "0.00", "19.90", "0.00"],
    ["Stripe", "EUR", "19.99", "0.00", "0.00", "0.00", "19.99", "0.00"],
    ["Stripe", "USD", "305.91", "168.48", "0.00", "12.89", "-25.15", "149.69"],
    ["PayPal", "EUR", "6.99", "0.00", "0.00", "0.63", "0.00", "6.36"],
    ["PayPal", "USD", "46.97", "0.00", "6.99", "23.11", "0.00", "16.87"],
  ] as [gateway: string, ...Sums][],
  byCurrency: [
    ["USD", "USD", "352.88", "168.48", "6.99", "36.00", "-25.15", "166.56"],
    ["EUR", "EUR", "26.98", "0.00", "0.00", "0.63", "19.99", "6.36"],
    ["BRL", "BRL", "19.90", "0.00", "0.00", "0.00", "19.90", "0.00"],
  ] as [label: string, ...Sums][],
  /** Accounts whose entries follow from the table above alone: before, debit, credit, after. */
  ledger: [
    ["Held by disputes", "USD", "0.00", "6.99", "6.99", "0.00"],
    ["Exchange", "BRL", "0.00", "19.90", "0.00", "19.90"],
    ["Exchange", "EUR", "0.00", "19.99", "0.00", "19.99"],
    ["Exchange", "USD", "0.00", "0.00", "25.15", "-25.15"],
    ["Fees of gateways", "EUR", "0.00", "0.63", "0.00", "0.63"],
    ["Fees of gateways", "USD", "1.38", "51.00", "15.00", "37.38"],
    ["Refunds", "USD", "0.00", "175.47", "0.00", "175.47"],
  ],
  /** Running at the end: the demo's member, Dora, Evan, Faye, Ivy, Liam and Mia. */
  memberships: {
    running: "7",
    /** 4 × 19.99 + 24.99 + 99.99 × 30 / 365. */
    monthly: [
      ["EUR", "19.99"],
      ["USD", "113.17"],
    ],
    began: "7",
    regained: "0",
    lostByChoice: "1",
    lostByFailure: "0",
    dunning: ["1 attempt declined", "1", "$19.99"],
  },
  /** Running, new, regained, lost by choice, lost by failure, and the amounts of thirty days in euros and dollars. */
  membershipsByDay: [
    [1, "4", "3", "0", "0", "0", "0.00", "68.19"],
    [3, "5", "1", "0", "0", "0", "19.99", "68.19"],
    [5, "4", "0", "0", "1", "0", "19.99", "59.97"],
    [8, "5", "1", "0", "0", "0", "19.99", "68.19"],
    [12, "7", "2", "0", "0", "0", "19.99", "113.17"],
    [31, "7", "0", "0", "0", "0", "19.99", "113.17"],
  ] as [day: number, ...string[]][],
  /** What was sold on a day, as Today shows it on that day. */
  today: {
    1: { net: "$153.95", members: "3", unlocks: "2" },
    12: { net: "$44.98", members: "2", unlocks: "0" },
  },
  /** What disputes hold on day 9, as Review and Today show it. */
  atStake: "$13.98",
  /** What the gateways have in their own records, with the demo's two sales, in the smallest unit. */
  stripe: [
    { currency: "usd", charges: 11, charged: 33_289, refunded: 16_848, disputed: 0, fees: 1427, net: 17_529 },
    { currency: "eur", charges: 1, charged: 1999, refunded: 0, disputed: 0, fees: 0, net: 0 },
    { currency: "brl", charges: 1, charged: 1990, refunded: 0, disputed: 0, fees: 0, net: 0 },
  ],
  refunds: [150, 699, 6000, 9999],
  paypal: {
    USD: { captured: 4697, refunded: 699, fees: 2311, net: 1687, captures: 3, refunds: 1 },
    EUR: { captured: 699, refunded: 0, fees: 63, net: 636, captures: 1, refunds: 0 },
  },
  /** What lies at the gateways at the end, by `npm run finance -- check`. */
  balances: [
    ["Stripe USD", "$175.29"],
    ["PayPal USD", "$16.87"],
    ["PayPal EUR", "€6.36"],
  ],
  /** By `npm run report`: gross, refunds with lost disputes, fees, net. */
  command: [
    ["BRL", "19.90", "0.00", "0.00", "0.00"],
    ["EUR", "26.98", "0.00", "0.63", "6.36"],
    ["USD", "352.88", "175.47", "36.00", "166.56"],
  ],
} as const;

/**
 * The orders of the month as they are at its end, by buyer: amount and state on the screen, then state, kind, currency and amount
 * in the file.
 */
export const orders = {
  anna: ["$99.99", "Refunded", "refunded", "subscribe", "USD", "99.99"],
  ben: ["$6.99", "Partly refunded", "partially_refunded", "unlock", "USD", "6.99"],
  cleo: ["$6.99", "Refunded", "refunded", "unlock", "USD", "6.99"],
  dora: ["$19.99", "Paid", "paid", "subscribe", "USD", "19.99"],
  evan: ["$19.99", "Paid", "paid", "subscribe", "USD", "19.99"],
  faye: ["€19.99", "Paid", "paid", "subscribe", "EUR", "19.99"],
  gus: ["€6.99", "Paid", "paid", "unlock", "EUR", "6.99"],
  hana: ["R$19.90", "Paid", "paid", "unlock", "BRL", "19.90"],
  ivy: ["$99.99", "Partly refunded", "partially_refunded", "subscribe", "USD", "99.99"],
  jack: ["$6.99", "Paid", "paid", "unlock", "USD", "6.99"],
  kira: ["$6.99", "Refunded", "refunded", "unlock", "USD", "6.99"],
  liam: ["$19.99", "Paid", "paid", "subscribe", "USD", "19.99"],
  mia: ["$24.99", "Paid", "paid", "subscribe", "USD", "24.99"],
} as const;
