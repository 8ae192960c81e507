import type { Http } from "#platform/http/server";
import type { DueTask } from "#platform/jobs/due";
import { type Meters, noMeters } from "#platform/meters";
import { registerReceipts } from "./accounting/receipts/routes.ts";
import { waitForCharges } from "./charging/charge.ts";
import { inspectDue } from "./charging/inspect.ts";
import { expireDue } from "./checkout/cancel-order.ts";
import { registerPlans } from "./checkout/routes.ts";
import { deleteInstruments } from "./erasure/delete-instruments.ts";
import { readBooks } from "./finance/read-books.ts";
import { measuredGateway } from "./gateways/measured.ts";
import { paypalEvents } from "./gateways/paypal/hints.ts";
import { paypalDeclineCodes } from "./gateways/paypal/issues.ts";
import { stripeDeclineCodes } from "./gateways/stripe/declines.ts";
import { stripeEvents } from "./gateways/stripe/events.ts";
import { bindTasks, type Task } from "./jobs.ts";
import { defineReceiptMails } from "./mails/define-receipt-mails.ts";
import { defineSubscriptionMails } from "./mails/define-subscription-mails.ts";
import { inspectSetups } from "./methods/inspect-setups.ts";
import { registerMethods } from "./methods/routes.ts";
import type { Billing } from "./records/billing.ts";
import {
  hasDueHints,
  hasDuePayments,
  hasDueReadings,
  hasDueRefunds,
  hasDueReminders,
  hasDueSetups,
  hasDueSubscriptions,
  hasDueSweeps,
  hasEarnedPeriods,
  hasErasedCases,
  hasExpiredCases,
  hasOrphanedInstruments,
  hasOverdueOrders,
  hasPriceChanges,
  hasUnwantedMoney,
  isHeld,
} from "./records/due/repository.ts";
import { eraseClosedCases } from "./records/erasure/repository.ts";
import { hasExpiring } from "./records/expiry/repository.ts";
import { merchantFaultCodes, openMerchantFaults } from "./records/merchant-faults.ts";
import { gatewayNames, openBillingMeters } from "./records/meters.ts";
import { announceExpiring } from "./renewals/expiring-cards.ts";
import { remindDue } from "./renewals/remind.ts";
import { renewDue } from "./renewals/renew.ts";
import { registerPayments } from "./routes.ts";
import { announcePrices } from "./sales/change.ts";
import { inspectRefundsDue } from "./settlement/carry-out.ts";
import { expireCases } from "./settlement/dispute-case.ts";
import { refundUnwanted } from "./settlement/refund-late-payment.ts";
import { recogniseDue } from "./subscriptions/recognise.ts";
import { endCatchUp } from "./webhooks/catch-up.ts";
import { handleInbox } from "./webhooks/inbox.ts";
import { registerPayPalReturns, registerWebhooks } from "./webhooks/routes.ts";
import { sweepEvents } from "./webhooks/sweep.ts";

/** The services and settings that billing is opened with. */
export type BillingOptions = Omit<Billing, "faults" | "slowCharges" | "meters"> & { metrics?: Meters };

/** Opens billing, and defines its emails. */
export function openBilling({ metrics = noMeters, ...options }: BillingOptions): Billing {
  const meters = openBillingMeters(metrics, gatewayLabels);
  const faults = openMerchantFaults(options);
  const gateways = new Map(
    [...options.gateways].map(([name, gateway]) => [name, measuredGateway(gateway, meters)] as const),
  );
  const billing: Billing = { ...options, gateways, faults, meters, slowCharges: new Set() };
  measureMerchantFaults(metrics, faults);
  defineReceiptMails(billing);
  defineSubscriptionMails(billing);
  return billing;
}

const gatewayLabels = {
  codes: [...stripeDeclineCodes, ...paypalDeclineCodes, ...merchantFaultCodes],
  eventTypes: [...stripeEvents, ...paypalEvents],
};

function measureMerchantFaults(metrics: Meters, faults: Billing["faults"]): void {
  metrics.counts(
    {
      name: "merchant_faults_total",
      help: "Payments that a gateway refused because of our account or our request",
      role: "both",
      labels: { gateway: gatewayNames, code: new Set(merchantFaultCodes) },
    },
    () => faults.counts().map(({ gateway, code, count }) => ({ labels: { gateway, code }, value: count })),
  );
}

/** Registers the routes of billing, including the webhooks. */
export async function registerBilling(http: Http, billing: Billing) {
  // Charges may continue after their response: they must end before the database closes.
  http.addHook("onClose", () => waitForCharges(billing));
  registerPlans(http, billing);
  registerPayments(http, billing);
  registerMethods(http, billing);
  registerReceipts(http, billing);
  registerPayPalReturns(http, billing);
  return registerWebhooks(http, billing);
}

/** The tasks that are due by the clock. */
export const tasks: readonly Task[] = [
  { name: "hints", hasWork: hasDueHints, run: handleInbox },
  { name: "payments", hasWork: hasDuePayments, run: inspectDue },
  { name: "orders", hasWork: hasOverdueOrders, run: expireDue },
  { name: "renewals", hasWork: hasDueSubscriptions, run: renewDue },
  { name: "reminders", hasWork: hasDueReminders, run: remindDue, waitsAfterRestore: true },
  { name: "prices", hasWork: hasPriceChanges, run: announcePrices },
  { name: "recognition", hasWork: hasEarnedPeriods, run: recogniseDue },
  { name: "refunds", hasWork: hasDueRefunds, run: inspectRefundsDue },
  { name: "unwanted money", hasWork: hasUnwantedMoney, run: refundUnwanted, waitsAfterRestore: true },
  { name: "cases", hasWork: hasExpiredCases, run: expireCases },
  { name: "erased cases", hasWork: hasErasedCases, run: ({ db }) => eraseClosedCases(db) },
  { name: "expiring cards", hasWork: hasExpiring, run: announceExpiring, waitsAfterRestore: true },
  { name: "setups", hasWork: hasDueSetups, run: inspectSetups, waitsAfterRestore: true },
  { name: "instruments", hasWork: hasOrphanedInstruments, run: deleteInstruments },
  { name: "events", hasWork: hasDueSweeps, run: sweepEvents },
  { name: "balances", hasWork: hasDueReadings, run: readBooks, isLong: true },
  { name: "catch-up", hasWork: isHeld, run: endCatchUp },
];

/**
 * Returns the tasks of billing for the poller. After it has stopped, {@link waitForCharges} waits for charges
 * that continue in the background.
 */
export function billingTasks(billing: Billing): DueTask[] {
  return bindTasks(billing, tasks);
}
