export { ledgerDaysTask, sumLedgerDays } from "./accounting/days/sum-days.ts";
export { isLedgerBalanced } from "./accounting/ledger/repository.ts";
export { waitForCharges } from "./charging/charge.ts";
export { checkGateways, pricesNow } from "./check-gateways.ts";
export { readSale } from "./checkout/plan-list.ts";
export { registerConsoleBilling } from "./console/console-routes.ts";
export { exportOrders } from "./console/orders/list-orders.ts";
export { readSubscriptions } from "./console/reports/members/subscriptions.ts";
export { countEntries, type EntryRow, listEntries, sumSeries } from "./console/reports/repository.ts";
export { readAccounts, readRevenue } from "./console/reports/revenue.ts";
export { listMoneyNeeds, type MoneyNeed } from "./console/today/needs.ts";
export {
  readBeginning,
  readGatewayLives,
  readSellingSeries,
  readSeriesSales,
  readTodaySales,
} from "./console/today/today.ts";
export { CaseError } from "./disputes/case-error.ts";
export { fileOf, parseCaseFile } from "./disputes/case-file.ts";
export { editCase, requireCase, sendCase } from "./disputes/send-case.ts";
export { billingFigures } from "./figures.ts";
export { type BooksCheck, checkBooks } from "./finance/check-books.ts";
export { logCalls } from "./gateways/logged.ts";
export { openPayPal } from "./gateways/paypal/paypal.ts";
export { openStripe } from "./gateways/stripe/stripe.ts";
export type { Task } from "./jobs.ts";
export { billingListener } from "./listener.ts";
export {
  type BillingOptions,
  billingTasks,
  openBilling,
  registerBilling,
  tasks as moneyTasks,
} from "./open.ts";
export { cleanAttribution, hasCardNumber, refuseCardNumbers, withoutCardNumbers } from "./pan-guard.ts";
export { type Billing, type BillingListener, policyOf } from "./records/billing.ts";
export { type CaseRow, listCases } from "./records/disputes/repository.ts";
export { openDomainFile } from "./records/domain-file.ts";
export { isCaughtUp } from "./records/due/repository.ts";
export { countFindings } from "./records/findings/repository.ts";
export { noteFirstUse } from "./records/first-use/repository.ts";
export { orderKeysOf } from "./records/found/order-keys.ts";
export { findOrders } from "./records/found/repository.ts";
export { type Gateway, type GatewayName, gatewayNames } from "./records/gateway.ts";
export { gatewayFault } from "./records/gateway-amounts.ts";
export { listBuyers } from "./records/merge/repository.ts";
export { orderNumberOf, parseOrderNumber } from "./records/order-code.ts";
export { hasOrders, type OrderRow } from "./records/orders/repository.ts";
export {
  type CardPayment,
  listChargesOf,
  listMailSubjects,
  listOrdersOf,
  listOwnersOf,
  listPaidByCard,
  listRefundsOf,
  listRightsOf,
  listStandings,
  sumPaid,
} from "./records/people/repository.ts";
export { findOrderId, findRefund, listRefunds } from "./records/refunds/repository.ts";
export { readInstallation } from "./records/repository.ts";
export { describeCatchUp } from "./records/restored/describe.ts";
export {
  findRecentSnapshot,
  holdAfterRestore,
  readCatchUp,
  resumeAfterRestore,
} from "./records/restored/repository.ts";
export {
  countBuyers,
  countSeriesBuyers,
  listUnlocked,
  type RightsRow,
  rightsFragment,
  type SeriesBuyers,
} from "./records/rights/repository.ts";
export {
  countOpenHints,
  hasHint,
  hintPartitions,
  logPartitions,
} from "./records/webhooks/repository.ts";
export { currencyFor } from "./sales/currency.ts";
export { createGrantFor, GrantError, withdrawGrant } from "./sales/grant.ts";
export { offerFor } from "./sales/offer.ts";
export type { PriceGateways } from "./sales/price-steps.ts";
export { noRights, type Rights, rightsOf, rightsOfRow } from "./sales/rights.ts";
export { previewSeriesPrices, readSeriesPrices, setSeriesPrices } from "./sales/series-prices.ts";
export { RefundError, refundOrder } from "./settlement/refund.ts";
export type { Anonymiser } from "./smoke/anonymous.ts";
export type { SmokeResult } from "./smoke/run.ts";
export type { SkippedStep, SmokeContext, SmokeStep } from "./smoke/steps.ts";
export { membershipOf, membershipReader } from "./subscriptions/membership.ts";

/** Loads what tries the gateways with test keys, which only its command needs. */
export const loadSmoke = () => import("./smoke-run.ts");
