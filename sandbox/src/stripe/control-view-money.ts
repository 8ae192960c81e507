import { type Html, html } from "../html.ts";
import type { Bank } from "./bank.ts";
import { whatMoved } from "./control-money.ts";
import { actionButton, moment } from "./control-parts.ts";
import { display } from "./money.ts";
import type { Charge, Dispute, Refund } from "./types.ts";

const LIST_LIMIT = 100;

/** Renders the movements of money, and the actions on them. */
export function moneyView(bank: Bank): Html {
  const { totals, charges, refunds, disputes, intents } = whatMoved(bank);
  if (intents.length === 0)
    return html`<p class="empty">No payment yet. This page shows the next one by itself.</p>`;
  const double = intents.filter((intent) => intent.charges > 1);
  return html`${totals.map(totalsOf)}
${double.length === 0 ? [] : html`<p class="bad" role="alert">Charged more than once: ${double.map(({ id }) => id).join(", ")}</p>`}
<h2>Payments</h2>
<p class="hint">Attempts and charges are counted: money moves at most once by one payment.</p>
<ul class="rows">${intents.slice(0, LIST_LIMIT).map((intent) =>
    paymentRow(
      intent,
      charges.filter((one) => one.payment_intent === intent.id),
    ),
  )}</ul>
${disputes.length === 0 ? [] : html`<h2>Disputes</h2><ul class="rows">${disputes.map(disputeRow)}</ul>`}
${refunds.length === 0 ? [] : html`<h2>Refunds</h2><ul class="rows">${refunds.slice(0, LIST_LIMIT).map(refundRow)}</ul>`}`;
}

function totalsOf(total: ReturnType<typeof whatMoved>["totals"][number]): Html {
  const amount = (value: number) => display(value, total.currency);
  const cells: [string, string][] = [
    ["Charges", String(total.charges)],
    ["Charged", amount(total.charged)],
    ["Refunded", amount(total.refunded)],
    ["Disputed", amount(total.disputed)],
    ["Fees", amount(total.fees)],
    ["Balance", amount(total.net)],
  ];
  return html`<dl class="totals">${cells.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

type Intent = ReturnType<typeof whatMoved>["intents"][number];

function paymentRow(intent: Intent, charges: Charge[]): Html {
  const paid = charges.find(({ status }) => status === "succeeded");
  const count = `${intent.attempts} ${intent.attempts === 1 ? "attempt" : "attempts"}, ${intent.charges} ${intent.charges === 1 ? "charge" : "charges"}`;
  const notes = Object.entries(intent.metadata).map(([name, value]) => html`${name}=${value} `);
  const tone = intent.status === "succeeded" ? "good" : intent.status === "canceled" ? "quiet" : "";
  return html`<li><div class="row"><strong>${display(intent.amount, intent.currency)}</strong><span class="badge ${tone}">${intent.status.replaceAll("_", " ")}</span><small>${moment(intent.created)}</small></div>
<div class="row"><code>${intent.id}</code><small>${count}</small></div>
<small>${notes}</small>
${charges.map(chargeLine)}
${paid ? chargeActions(paid) : []}
${intent.status === "requires_action" ? html`<div class="deeds">${actionButton(`/intents/${intent.id}/authenticate`, "Pass 3D Secure", { outcome: "pass" })}${actionButton(`/intents/${intent.id}/authenticate`, "Fail 3D Secure", { outcome: "fail" })}</div>` : []}</li>`;
}

function chargeLine(charge: Charge): Html {
  const { card } = charge["payment_method_details"] as { card: { brand: string; last4: string } };
  const refunded =
    charge.amount_refunded > 0 ? `, ${display(charge.amount_refunded, charge.currency)} given back` : "";
  const why = charge.status === "failed" ? `: ${String(charge.outcome["reason"])}` : "";
  return html`<div class="row"><small><code>${charge.id}</code></small><small>${card.brand} ${card.last4}, ${charge.status}${why}${refunded}${charge.disputed ? ", disputed" : ""}</small></div>`;
}

function chargeActions(charge: Charge): Html {
  const path = `/charges/${charge.id}`;
  return html`<details><summary>Do something with it</summary>
<form method="post" action="${path}/refund"><div class="fields"><label>Amount in the smallest unit, or empty for all<input name="amount" inputmode="numeric"></label><button>Refund in the dashboard</button></div></form>
<div class="deeds">${actionButton(`${path}/dispute`, "Open a dispute")}${actionButton(`${path}/dispute`, "Open an inquiry", { inquiry: "true" })}${actionButton(`${path}/fraud-warning`, "Early fraud warning")}${actionButton(`/payment-methods/${charge.payment_method}/update`, "Card renewed by its network")}${actionButton(`/payment-methods/${charge.payment_method}/detach`, "Detach the card")}</div></details>`;
}

function disputeRow(dispute: Dispute): Html {
  const open = dispute.status.endsWith("response") || dispute.status === "under_review";
  const close = (outcome: string, label: string) =>
    actionButton(`/disputes/${dispute.id}/close`, label, { outcome });
  const inquiry = dispute.status.startsWith("warning");
  return html`<li><div class="row"><strong>${display(dispute.amount, dispute.currency)}</strong><span class="badge">${dispute.status.replaceAll("_", " ")}</span><small>${moment(dispute.created)}</small></div>
<code>${dispute.id}</code> <small>${dispute.reason}, ${dispute.charge}</small>
${open ? html`<div class="deeds">${inquiry ? close("warning_closed", "Closed") : html`${close("won", "Won")}${close("lost", "Lost")}`}</div>` : []}</li>`;
}

function refundRow(refund: Refund): Html {
  const settle = (outcome: string, label: string) =>
    actionButton(`/refunds/${refund.id}/settle`, label, { outcome });
  const tone = refund.status === "failed" ? "bad" : refund.status === "succeeded" ? "good" : "";
  return html`<li><div class="row"><strong>${display(refund.amount, refund.currency)}</strong><span class="badge ${tone}">${refund.status}</span><small>${moment(refund.created)}</small></div>
<code>${refund.id}</code> <small>${refund.charge}</small>
${refund.status === "failed" ? [] : html`<div class="deeds">${refund.status === "pending" ? settle("succeeded", "Let it arrive") : []}${settle("failed", "Let it fail")}</div>`}</li>`;
}
