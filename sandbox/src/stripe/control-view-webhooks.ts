import type { Delivery } from "../gateway/deliveries.ts";
import { type Html, html } from "../html.ts";
import type { Bank } from "./bank.ts";
import { newestEvents } from "./control-deliveries.ts";
import { actionButton, moment } from "./control-parts.ts";
import type { WebhookEndpoint } from "./types.ts";

/** Renders the endpoint, its deliveries, and how to disturb them. */
export function webhooksView(bank: Bank): Html {
  const endpoints = bank.store.list<WebhookEndpoint>("webhook_endpoint");
  const plan = bank.deliveries.plan();
  const option = (value: string, label: string) =>
    plan.action === value
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`;
  return html`<h2>Endpoint</h2>
${endpoints.map((one) => endpointRow(bank, one))}
<details><summary>${endpoints.length === 0 ? "Set the endpoint" : "Add another endpoint"}</summary>
<form method="post" action="/webhook-endpoint"><div class="fields"><label>Address<input name="url" type="url" required placeholder="http://127.0.0.1:3000/api/webhook/payment/stripe"></label><label>Events, or empty for the usual ones<input name="events"></label><button class="go">Save</button></div></form></details>
<h2>New events</h2>
<form method="post" action="/deliveries/plan"><div class="fields">
<label>What happens to them<select name="action">${option("send", "They are sent")}${option("hold", "They are held")}${option("drop", "They are lost")}</select></label>
<label>How many times<input name="copies" inputmode="numeric" value="${plan.copies}"></label>
<label>Late by seconds<input name="delaySeconds" inputmode="numeric" value="${plan.delaySeconds}"></label>
<label>Only types (charge.**)<input name="types" value="${plan.types}"></label>
<label>For how many, or empty<input name="left" inputmode="numeric" value="${plan.left ?? ""}"></label>
<label class="tick"><input type="checkbox" name="breakSignature" ${plan.breakSignature ? { html: "checked" } : ""}>Break the signature</label>
<button>Keep</button></div></form>
<div class="deeds">${actionButton("/deliveries/release", "Release what is held")}${actionButton("/deliveries/release", "Release it in reversed order", { reversed: "true" })}</div>
<h2>Events</h2>
<ul class="rows">${newestEvents(bank, { limit: 60 }).map(eventRow)}</ul>`;
}

function endpointRow(bank: Bank, { id, url, enabled_events: events, status }: WebhookEndpoint): Html {
  const secret = bank.store.get<string>("webhook_secret", id) ?? "";
  return html`<ul class="rows"><li><div class="row"><strong>${url}</strong><span class="badge">${status}</span></div>
<small>${events.length} ${events.length === 1 ? "type" : "types"} of events</small>
<details><summary>Show the secret and the events</summary><code>${secret}</code><pre>${events.join("\n")}</pre></details></li></ul>`;
}

function eventRow(event: ReturnType<typeof newestEvents>[number]): Html {
  const { id, type, created, deliveries, data } = event;
  const path = `/events/${id}`;
  const actions = html`<div class="deeds">${actionButton(`${path}/send`, "Send now")}${actionButton(`${path}/again`, "Send again")}${actionButton(`${path}/again`, "Twice more", { times: "2" })}${actionButton(`${path}/again`, "With a broken signature", { broken: "true" })}${actionButton(`${path}/drop`, "Drop")}</div>`;
  return html`<li><div class="row"><strong>${type}</strong><small>${moment(created)}</small></div>
<div class="row"><code>${data.object.id}</code>${deliveries.length === 0 ? html`<small>nobody asked for it</small>` : []}</div>
${deliveries.map(deliveryLine)}
<details><summary>Look at it</summary>${deliveries.length === 0 ? [] : actions}<pre>${JSON.stringify(data, null, 2)}</pre></details></li>`;
}

function deliveryLine({ state, tries, nextAt, broken }: Delivery): Html {
  const tone = state === "done" ? "good" : state === "failed" || state === "dropped" ? "bad" : "quiet";
  const last = tries.at(-1);
  const lastAttempt = last
    ? `${tries.length} ${tries.length === 1 ? "try" : "tries"}, last ${last.status || (last.error ?? "")}`
    : "not tried yet";
  return html`<div class="row"><small>${lastAttempt}${broken ? ", signature broken" : ""}${state === "waiting" ? html`, next ${moment(nextAt)}` : ""}</small><span class="badge ${tone}">${state}</span></div>`;
}
