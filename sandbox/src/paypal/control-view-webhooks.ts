import type { Delivery } from "../gateway/deliveries.ts";
import { type Html, html } from "../html.ts";
import type { Panel } from "./control.ts";
import { actionButton, badge, field, moment, rows, select } from "./control-words.ts";
import type { Endpoint, StoredEvent } from "./events.ts";

/** Renders every event with its deliveries, and the plan for the next ones. */
export function webhooksView({ world, deliveries }: Panel): Html {
  const endpoints = world.store.list<Endpoint>("endpoint");
  const plan = deliveries.plan();
  const held = deliveries.newest(500).filter(({ state }) => state === "held").length;
  return html`<h2>Where they go</h2>
${rows(
  endpoints.map(
    ({ id, url, events }) =>
      html`<li><div class="row"><span>${url}</span><code>${id}</code></div><small>${events.includes("*") ? "every event" : events.join(", ")}</small></li>`,
  ),
  "No endpoint yet: events are written down and go nowhere.",
)}
<h2>What becomes of the next ones</h2>
<form method="post" action="/delivery-plan"><div class="fields">
${select("They are", "action", ["send", "hold", "drop"], plan.action)}
${field("Copies of each", "copies", String(plan.copies), "number")}
${field("Seconds late", "delaySeconds", String(plan.delaySeconds), "number")}
${field("Of these types (* and **)", "types", plan.types)}
${field("For how many events (0: until changed)", "left", String(plan.left ?? 0), "number")}
<label class="tick"><input type="checkbox" name="breakSignature"${plan.breakSignature ? html` checked` : []}>Break the signature</label>
<button class="go">Set</button></div></form>
${held > 0 ? html`<div class="deeds">${actionButton("/events/release", `Let ${held} held go`)}${actionButton("/events/release", "The newest first", { reversed: "on" })}</div>` : []}
<h2>Events</h2>
${rows(
  world.store
    .list<StoredEvent>("event", { newest: 100 })
    .reverse()
    .map((event) => eventRow(event, deliveries.of(event.id))),
  "Nothing has happened yet.",
)}`;
}

function eventRow({ id, type, at, about, text }: StoredEvent, deliveries: Delivery[]): Html {
  const action = (name: string) => `/events/${id}/${name}`;
  const waits = deliveries.some(({ state }) => state === "waiting" || state === "held");
  return html`<li><div class="row"><span><strong>${type}</strong> <code>${about}</code></span>${moment(at)}</div>
${deliveries.map(deliveryRow)}
<details><summary>Send, or read it</summary>
<div class="deeds">${waits ? [actionButton(action("send"), "Send now"), actionButton(action("drop"), "Drop")] : []}
${actionButton(action("again"), "Send once more")}${actionButton(action("again"), "Once more, signature broken", { broken: "on" })}</div>
<pre tabindex="0">${JSON.stringify(JSON.parse(text), null, 2)}</pre></details></li>`;
}

function deliveryRow({ state, tries, broken, nextAt }: Delivery): Html {
  const last = tries.at(-1);
  const words = last
    ? `${tries.length} tried, the last ${last.status || last.error || "lost"}`
    : "not tried yet";
  return html`<div class="row"><small>${words}${broken ? ", signature broken" : ""}</small>${badge(state)}${state === "waiting" ? html`<small>next ${moment(nextAt)}</small>` : []}</div>`;
}
