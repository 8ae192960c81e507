import type { FigureSource } from "#platform/db/figures";
import type { Definition } from "#platform/meters";
import { findingKinds } from "./records/balance/tables.ts";
import type { Billing } from "./records/billing.ts";
import {
  countMemberships,
  countUnbalanced,
  readAmounts,
  readFindings,
  readRenewals,
  readSweepAges,
  sumUnsettled,
} from "./records/figures/repository.ts";
import { gatewayNames } from "./records/meters.ts";
import { reviewKinds } from "./records/review/repository.ts";
import { listOpen } from "./review/review.ts";

/** The whole ledger is read: less often than the rest. */
const LEDGER_SECONDS = 300;
const currencies = new Set(Intl.supportedValuesOf("currency"));

const plain = (name: string, help: string): Definition => ({ name, help, role: "both", labels: {} });

const moneyMetrics: readonly Definition[] = [
  plain("payments_in_doubt", "Payments whose outcome is unknown"),
  plain("payments_in_doubt_oldest_seconds", "How long the oldest of them has been in doubt"),
  plain("webhook_inbox_waiting", "Webhook events that wait to be handled"),
  plain("refunds_pending", "Refunds that a gateway has not confirmed"),
  plain("refunds_pending_oldest_seconds", "How long the oldest of them has waited"),
  plain("disputes_open", "Orders whose money a bank holds"),
  plain("disputes_due_72h", "Disputes without evidence whose deadline ends within 72 hours"),
  plain("renewals_due", "Memberships whose next charge is due"),
  plain("renewals_overdue", "Memberships whose next charge is due since more than an hour"),
  plain("renewals_late_seconds", "How long the oldest due charge has waited"),
  {
    name: "memberships",
    help: "Running memberships, by state and by how they renew",
    role: "both",
    labels: { state: new Set(["trialing", "active", "past_due"]), mode: new Set(["auto", "manual"]) },
  },
  {
    name: "money_unsettled",
    help: "Captured amounts without a line of the gateway's balance, in minor units",
    role: "both",
    labels: { currency: currencies },
  },
  {
    name: "recon_findings",
    help: "Open differences between our records and the gateways', by kind; should be 0",
    role: "both",
    labels: { kind: new Set<string>(findingKinds) },
  },
  {
    name: "sweep_age_seconds",
    help: "Time since a gateway's events were listed completely",
    role: "both",
    labels: { gateway: gatewayNames },
  },
];

/** Returns the figures of money: each is a query that one node runs for all. */
export function billingFigures({ gateways }: Pick<Billing, "gateways">): FigureSource[] {
  return [
    {
      name: "money",
      metrics: moneyMetrics,
      async read(db, now) {
        return [
          ...(await readAmounts(db, now)),
          ...(await readRenewals(db, now)),
          ...(await countMemberships(db)),
          ...(await sumUnsettled(db)),
          ...(await readFindings(db)),
          ...(await readSweepAges(db, now, [...gateways.keys()])),
        ];
      },
    },
    {
      name: "reviews",
      metrics: [
        {
          name: "reviews_open",
          help: "Cases that wait for manual review, by kind",
          role: "both",
          labels: { kind: new Set<string>(reviewKinds) },
        },
      ],
      async read(db) {
        const open = await listOpen(db);
        return reviewKinds.map((kind) => ({
          metric: "reviews_open",
          labels: { kind },
          value: open.filter((entry) => entry.kind === kind).length,
        }));
      },
    },
    {
      name: "ledger",
      everySeconds: LEDGER_SECONDS,
      metrics: [plain("ledger_unbalanced", "Bookings that do not sum to zero; must be 0")],
      read: (db) => countUnbalanced(db),
    },
  ];
}
