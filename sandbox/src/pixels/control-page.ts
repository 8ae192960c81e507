import { type Html, html, page } from "../html.ts";
import type { Received } from "./received.ts";

const names = { meta: "Meta", tiktok: "TikTok", google: "Google", errors: "Error reports" } as const;

/** Renders what was received, the newest first. */
export function controlPage(received: readonly Received[]): string {
  const counts = Object.entries(names).map(([vendor, name]) => {
    const count = received.filter((one) => one.vendor === vendor && one.kind === "event").length;
    return html`<div><dt>${name}</dt><dd>${count}</dd></div>`;
  });
  const body =
    received.length === 0
      ? html`<p class="empty">Nothing yet. A pixel id set with npm run config, and somebody's consent, bring the first.</p>`
      : html`<ol class="rows">${received.toReversed().map(row)}</ol>
<form class="deeds" method="post" action="/received/clear"><button>Forget all of it</button></form>`;
  return page(
    "Pixels and error reports",
    html`<header><h1>Pixels and error reports</h1><p>What browsers sent to the simulators of Meta, TikTok and Google, and which errors they reported.</p></header>
<main><dl class="totals">${counts}</dl>
${body}</main>`,
  );
}

function row({ at, vendor, kind, id, event, eventId, page: address, params }: Received): Html {
  const moment = new Date(at).toISOString();
  const what =
    kind === "script" ? html`<span class="quiet">its script was fetched</span>` : html`<b>${event}</b>`;
  const said = Object.keys(params).length > 0 ? html`<pre>${JSON.stringify(params, null, 2)}</pre>` : html``;
  return html`<li><div class="row"><span>${names[vendor]} ${id ? html`<code>${id}</code> ` : html``}${what}</span><time datetime="${moment}">${moment.slice(11, 19)}</time></div>
${eventId ? html`<small>event id <code>${eventId}</code></small> ` : html``}${address ? html`<small>on <code>${address}</code></small>` : html``}
${said}</li>`;
}
