import { faultKinds } from "../gateway/faults.ts";
import { type Html, html } from "../html.ts";
import type { Panel } from "./control.ts";
import { actionButton, field, rows, select } from "./control-words.ts";
import type { Plan } from "./plans.ts";
import { settingsOf } from "./state.ts";

const issues = [
  "INSTRUMENT_DECLINED",
  "PAYER_ACTION_REQUIRED",
  "TOKEN_ID_NOT_FOUND",
  "AGREEMENT_ALREADY_CANCELLED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_CANNOT_PAY",
  "TRANSACTION_REFUSED",
  "COMPLIANCE_VIOLATION",
  "PAYEE_ACCOUNT_RESTRICTED",
  "PAYEE_BLOCKED_TRANSACTION",
  "PERMISSION_DENIED",
  "TRANSACTION_LIMIT_EXCEEDED",
];

/** Renders faults, refusals, the clock and the account's settings. */
export function faultsView({ world, faults }: Panel): Html {
  const plans = world.store.list<Plan>("plan");
  const waiting = faults.list();
  const settings = settingsOf(world);
  return html`<h2>The way to PayPal</h2>
<p class="hint">before: nothing is done; after, empty, truncate, close: done, and the answer is lost or cut; hang: the answer comes late.</p>
<form method="post" action="/faults"><div class="fields">
${select("What", "kind", faultKinds)}${select("Method", "method", ["", "POST", "GET", "DELETE"])}
${field("Path (* and **)", "path", "/v2/checkout/orders/*/capture")}${field("For how many requests", "n", "1", "number")}
${field("Seconds, for hang", "seconds", "30", "number")}
<label class="tick"><input type="checkbox" name="late">hang: do it only then</label>
<button class="go">Add</button></div></form>
${rows(
  waiting.map(
    ({ kind, method, path, left }) =>
      html`<li class="row"><span><strong>${kind}</strong> ${method || "any"} <code>${path}</code></span><small>${left} more</small></li>`,
  ),
  "No fault is waiting.",
)}
${waiting.length > 0 ? html`<div class="deeds">${actionButton("/faults/clear", "Clear all faults")}</div>` : []}
<h2>The next payments</h2>
<form method="post" action="/orders/next"><h3>Orders: refuse to create them</h3><div class="fields">
${select("Issue", "issue", [...issues, "NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE"])}${field("How many", "n", "1", "number")}<button class="go">Refuse</button></div></form>
<form method="post" action="/captures/merchant-initiated/next"><h3>Without the buyer (renewals): refuse</h3><div class="fields">
${select("Issue", "issue", issues)}${field("How many", "n", "1", "number")}<button class="go">Refuse</button></div></form>
<form method="post" action="/captures/next"><h3>Any: refuse</h3><div class="fields">
${select("Issue", "issue", issues)}${field("How many", "n", "1", "number")}<button class="go">Refuse</button></div></form>
<form method="post" action="/captures/next"><h3>Any: turn out as</h3><div class="fields">
${select("Status", "status", ["PENDING", "DECLINED", "FAILED", "COMPLETED"])}
${select("Reason", "reason", ["PENDING_REVIEW", "ECHECK", "UNILATERAL", "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION", "OTHER"])}
${field("How many", "n", "1", "number")}<button class="go">Set</button></div></form>
<form method="post" action="/refunds/next"><h3>Refunds: turn out as</h3><div class="fields">
${select("Status", "status", ["PENDING", "FAILED"])}${field("How many", "n", "1", "number")}<button class="go">Set</button></div></form>
${rows(
  plans.map(
    ({ of, outcome, reason, left }) =>
      html`<li class="row"><span>${of}: <strong>${outcome}</strong> ${reason ?? ""}</span><small>${left} more</small></li>`,
  ),
  "Nothing is planned.",
)}
${plans.length > 0 ? html`<div class="deeds">${actionButton("/plans/clear", "Clear all plans")}</div>` : []}
<h2>Time</h2>
<form method="post" action="/clock"><div class="fields">
${field("Seconds from the machine’s time", "offset", String(world.clock.offset()), "number")}<button class="go">Set</button></div></form>
<p class="hint">Here it is ${new Date(world.clock.now()).toISOString().slice(0, 19).replace("T", " ")} UTC.</p>
<h2>What is forgotten</h2>
<div class="deeds">${actionButton("/request-ids/forget", "Forget every PayPal-Request-Id")}${actionButton("/access/expire", "Let every access token expire")}</div>
<h2>The account</h2>
<form method="post" action="/settings"><div class="fields">
${select("Refuse an invoice number that was paid", "uniqueInvoices", ["false", "true"], String(settings.uniqueInvoices))}
${field("An access token lives, seconds", "tokenSeconds", String(settings.tokenSeconds), "number")}
${field("A slow vault takes, seconds", "vaultSeconds", String(settings.vaultSeconds), "number")}
${field("Reports come late by, seconds", "reportingSeconds", String(settings.reportingSeconds), "number")}
${field("Events are listed late by, seconds", "eventSeconds", String(settings.eventSeconds), "number")}
${select("The app may read the reports", "reportsAllowed", ["true", "false"], String(settings.reportsAllowed))}
${select("A saved wallet in a new order is", "singleStep", ["COMPLETED", "CREATED"], settings.singleStep)}
<button class="go">Save</button></div></form>`;
}
