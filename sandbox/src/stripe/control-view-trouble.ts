import { faultKinds } from "../gateway/faults.ts";
import { newestRequests, type Received } from "../gateway/requests.ts";
import { type Html, html } from "../html.ts";
import type { Bank } from "./bank.ts";
import { actionButton, moment } from "./control-parts.ts";
import type { Forced } from "./forced.ts";
import { walletSettings } from "./wallets.ts";

const faultLabels: Record<(typeof faultKinds)[number], string> = {
  before: "Connection breaks, nothing done",
  after: "Done, the answer is lost",
  hang: "Done, the answer is late",
  "500": "500, nothing done",
  "429": "429, too many requests",
  "409": "409, key in use",
  truncate: "Done, half an answer",
  empty: "Done, an empty answer",
  close: "Done, connection breaks within the answer",
};
const outcomes =
  `insufficient_funds generic_decline do_not_honor lost_card stolen_card expired_card incorrect_cvc
  processing_error fraudulent authentication_required processing`.split(/\s+/);

/** Renders the injectable faults. */
export function faultsView(bank: Bank): Html {
  const forced = bank.store.list<Forced>("forced");
  const faults = bank.faults.list();
  const { wallets, delaySeconds, load } = walletSettings(bank);
  return html`<h2>The next requests</h2>
<form method="post" action="/faults"><div class="fields">
<label>What goes wrong<select name="kind">${faultKinds.map((kind) => html`<option value="${kind}">${faultLabels[kind]}</option>`)}</select></label>
<label>Method, or empty<input name="method" placeholder="POST"></label>
<label>Path with * and **<input name="path" value="/v1/payment_intents/*/confirm"></label>
<label>How many<input name="n" inputmode="numeric" value="1"></label>
<label>Seconds, where it is late<input name="seconds" inputmode="numeric" value="25"></label>
<label class="tick"><input type="checkbox" name="late">Done only at the end of the wait</label>
<button class="go">Let it go wrong</button></div></form>
${faults.length === 0 ? [] : html`<ul class="rows">${faults.map(({ kind, method, path, left }) => html`<li class="row"><strong>${faultLabels[kind]}</strong><small>${method || "any"} ${path}, ${left} more</small></li>`)}</ul><div class="deeds">${actionButton("/faults/clear", "Forget them")}</div>`}
<h2>The next charges</h2>
<form method="post" action="/declines"><div class="fields">
<label>What the bank says<select name="outcome">${outcomes.map((one) => html`<option>${one}</option>`)}</select></label>
<label>Customer or card, or empty for any<input name="of" placeholder="cus_… or pm_…"></label>
<label>How many<input name="n" inputmode="numeric" value="1"></label>
<label>Seconds in processing<input name="seconds" inputmode="numeric" value="60"></label>
<label>Then<input name="end" value="succeeded"></label>
<label class="tick"><input type="checkbox" name="offSession" checked>Only while the customer is away</label>
<button class="go">Let the bank say so</button></div></form>
${forced.length === 0 ? [] : html`<ul class="rows">${forced.map(({ outcome, of, left, offSession }) => html`<li class="row"><strong>${outcome}</strong><small>${of || "any card"}, ${left} more${offSession ? ", customer away" : ""}</small></li>`)}</ul><div class="deeds">${actionButton("/declines/clear", "Forget them")}</div>`}
<h2>Wrong reports</h2>
<p class="hint">The next payment that succeeds is reported so, whatever was really charged.</p>
<form method="post" action="/misreport"><div class="fields"><label>Amount received<input name="amount_received" inputmode="numeric"></label><label>Currency<input name="currency"></label><button>Report wrongly once</button></div></form>
<h2>Wallets of the customer's device</h2>
<form method="post" action="/wallets"><div class="fields">
<label>Of applePay, googlePay and link; empty as in a browser within an app<input name="wallets" value="${wallets.join(" ")}"></label>
<label>Seconds until the buttons are ready<input name="delaySeconds" inputmode="numeric" value="${delaySeconds}"></label>
<label>Buttons<select name="load">${["ready", "never", "error"].map((one) => html`<option ${one === load ? "selected" : ""}>${one}</option>`)}</select></label>
<button>Set the wallets</button></div></form>
<h2>Clock</h2>
<form method="post" action="/clock"><div class="fields"><label>Seconds beside the machine's clock<input name="offset" inputmode="numeric" value="${bank.clock.offset()}"></label><button>Set the clock</button></div></form>
<div class="deeds">${actionButton("/clock", "A day later", { offset: String(bank.clock.offset() + 86_400) })}${actionButton("/clock", "The machine's time", { offset: "0" })}</div>
<h2>Idempotency keys</h2>
<p class="hint">Stripe may forget them after 24 hours.</p>
<div class="deeds">${actionButton("/idempotency/prune", "Forget all keys now")}</div>`;
}

/** Renders the newest requests. */
export function requestsView(bank: Bank): Html {
  const requests = newestRequests(bank.store);
  if (requests.length === 0) return html`<p class="empty">Nobody has asked anything yet.</p>`;
  return html`<h2>The newest requests</h2><ul class="rows">${requests.map(requestRow)}</ul>`;
}

function requestRow(request: Received): Html {
  const { at, method, path, status, fault, idempotencyKey: key, replayed, sent, error } = request;
  const tone = status < 300 ? "good" : "bad";
  return html`<li><div class="row"><strong>${method} ${path}</strong><span class="badge ${tone}">${status}</span><small>${moment(at)}</small></div>
<small>${key ? `key ${key}` : ""}${replayed ? ", repeated" : ""}${fault ? ` fault: ${fault}` : ""}${error ? ` ${error}` : ""}</small>
${sent === "" ? [] : html`<details><summary>What was sent</summary><pre>${sent.replaceAll("&", "\n")}</pre></details>`}</li>`;
}
