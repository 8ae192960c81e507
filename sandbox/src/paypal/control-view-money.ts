import { type Html, html } from "../html.ts";
import { buyerOf } from "./buyers.ts";
import type { Panel } from "./control.ts";
import { moneyOf, type Total } from "./control-money.ts";
import { actionButton, amountText, badge, moment, rows } from "./control-words.ts";
import type { Capture, Dispute, Order, Refund, Token, World } from "./state.ts";

/** Renders the money that moved, by order, and the tokens that allow further charges. */
export function moneyView({ world }: Panel): Html {
  const { totals } = moneyOf(world);
  const orders = world.store.list<Order>("order", { newest: 100 }).reverse();
  const tokens = world.store.list<Token>("token").reverse();
  return html`${Object.entries(totals).map(([currency, total]) => sum(currency, total))}
<h2>Orders</h2>
${rows(
  orders.map((order) => orderRow(world, order)),
  "No order yet. The newest one appears here by itself.",
)}
<h2>Saved for later</h2>
<p class="hint">What a buyer ends at PayPal cannot be charged any more; the shop is told.</p>
${rows(tokens.map(tokenRow), "Nothing is saved yet.")}`;
}

function sum(currency: string, { captured, refunded, fees, net, captures, refunds }: Total): Html {
  const part = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="totals">
${part(`${captures} captured`, amountText(currency, captured))}
${part(`${refunds} refunded`, amountText(currency, refunded))}
${part("Fees", amountText(currency, fees))}
${part("Net", amountText(currency, net))}
</dl>`;
}

function orderRow(world: World, order: Order): Html {
  const captures = world.store.list<Capture>("capture", { under: order.id });
  const total = order.units.map(({ amount }) => `${amount.value} ${amount.currency_code}`).join(" + ");
  const [unit] = order.units;
  const open = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
  return html`<li><div class="row"><span><strong class="amount">${total}</strong> <code>${order.id}</code></span>
${badge(order.status)} ${moment(order.createdAt)}</div>
<small>${[unit?.invoice_id, unit?.custom_id, order.buyer ? nameOf(order.buyer) : "nobody yet"].filter(Boolean).join(" · ")}${order.vaultStatus ? ` · vault ${order.vaultStatus}` : ""}${captures.length > 1 ? ` · captured ${captures.length} times` : ""}</small>
${
  open
    ? html`<div class="deeds">${actionButton("/approve", "Approve as Ada Able", { orderId: order.id, buyer: "funded" })}
<a href="${world.base()}/checkoutnow?token=${order.id}">The buyer’s page</a></div>`
    : []
}
${captures.map((capture) => captureRow(world, capture))}</li>`;
}

function captureRow(world: World, capture: Capture): Html {
  const { id, currency, amount, status, reason, refunded, fee, merchantInitiated, reversed } = capture;
  const refunds = world.store.list<Refund>("refund", { under: id });
  const disputes = world.store.list<Dispute>("dispute", { under: id });
  const done = status === "COMPLETED" || status === "PARTIALLY_REFUNDED";
  return html`<details><summary>Capture ${amountText(currency, amount)} · ${reversed ? "REVERSED" : status}${reason ? ` (${reason})` : ""}${refunded > 0 ? ` · ${amountText(currency, refunded)} back` : ""}</summary>
<small><code>${id}</code> · fee ${amountText(currency, fee)} · ${merchantInitiated ? "without the buyer" : "with the buyer"} · </small>${moment(capture.createdAt)}
<div class="deeds">
${status === "PENDING" ? [actionButton(`/captures/${id}`, "Complete", { status: "COMPLETED" }), actionButton(`/captures/${id}`, "Deny", { status: "DECLINED" })] : []}
${done ? [actionButton(`/captures/${id}/refund`, "Refund what is left"), actionButton("/disputes", "Open a dispute", { captureId: id }), actionButton("/disputes", "Chargeback", { captureId: id, stage: "CHARGEBACK" }), actionButton(`/captures/${id}`, "Reverse", { status: "REVERSED" })] : []}
</div>
${done ? html`<form class="fields" method="post" action="/captures/${id}/refund"><label>Refund a part<input name="value" inputmode="decimal" autocomplete="off" required></label><button>Refund it</button></form>` : []}
${refunds.map(refundRow)}
${disputes.map(disputeRow)}
</details>`;
}

function refundRow({ id, currency, amount, status, by }: Refund): Html {
  return html`<div class="row"><span>Refund ${amountText(currency, amount)} <code>${id}</code> <small>${by}</small></span>${badge(status)}</div>
<div class="deeds">${status === "PENDING" ? actionButton(`/refunds/${id}`, "Complete", { status: "COMPLETED" }) : []}
${status === "PENDING" || status === "COMPLETED" ? actionButton(`/refunds/${id}`, "Let it fail", { status: "FAILED" }) : []}</div>`;
}

function disputeRow({ id, reason, stage, status, outcome }: Dispute): Html {
  const open = status !== "RESOLVED";
  return html`<div class="row"><span>Dispute <code>${id}</code> <small>${reason}, ${stage}</small></span>${badge(outcome ?? status)}</div>
${open ? html`<div class="deeds">${actionButton(`/disputes/${id}`, "Under review", { status: "UNDER_REVIEW" })}${actionButton(`/disputes/${id}`, "The shop wins", { outcome: "won" })}${actionButton(`/disputes/${id}`, "The buyer wins", { outcome: "lost" })}${actionButton(`/disputes/${id}`, "The buyer withdraws it", { outcome: "cancelled" })}</div>` : []}`;
}

function tokenRow({ id, buyer, customerId, description, fate, createdAt }: Token): Html {
  return html`<li><div class="row"><span><code>${id}</code> ${nameOf(buyer)} <small>customer ${customerId}${description ? ` · ${description}` : ""}</small></span>${badge(fate)} ${moment(createdAt)}</div>
${fate === "live" ? html`<div class="deeds">${actionButton(`/vault/${id}/delete`, "Delete", { as: "deleted" })}${actionButton(`/vault/${id}/delete`, "Cancel the agreement", { as: "cancelled" })}</div>` : []}</li>`;
}

function nameOf(buyer: string): string {
  const { given, surname, email } = buyerOf(buyer);
  return `${given} ${surname}, ${email}`;
}
