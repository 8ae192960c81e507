import { controlFile } from "../gateway/control.ts";
import { controlStyle } from "../gateway/control-style.ts";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { newestRequests } from "../gateway/requests.ts";
import { type Html, html, page } from "../html.ts";
import type { Panel } from "./control.ts";
import { moneyView } from "./control-view-money.ts";
import { requestsView } from "./control-view-requests.ts";
import { faultsView } from "./control-view-trouble.ts";
import { webhooksView } from "./control-view-webhooks.ts";
import type { StoredEvent } from "./events.ts";

const views: Record<string, { name: string; view(panel: Panel): Html; watches: boolean }> = {
  "/": { name: "Money", view: moneyView, watches: true },
  "/webhooks": { name: "Webhooks", view: webhooksView, watches: true },
  "/trouble": { name: "Make trouble", view: faultsView, watches: false },
  "/received": { name: "Requests", view: requestsView, watches: true },
};

/** Returns the control plane's pages. */
export function controlPages(panel: Panel, { path }: GatewayAsk): GatewayReply | undefined {
  if (path === "/authority.pem")
    return {
      status: 200,
      headers: { "content-type": "application/x-pem-file" },
      body: panel.signer.authority,
    };
  if (path === "/style.css") return controlFile("text/css", controlStyle("#7a3b00", "#f0b36b") + ownStyle);
  if (path === "/watch.js") return controlFile("text/javascript", watchScript);
  if (path === "/newest")
    return { status: 200, headers: { "content-type": "text/plain" }, body: newest(panel) };
  const shown = Object.hasOwn(views, path) ? views[path] : undefined;
  if (!shown) return undefined;
  const tabs = Object.entries(views).map(([address, { name }]) =>
    address === path
      ? html`<a aria-current="page" href="${address}">${name}</a>`
      : html`<a href="${address}">${name}</a>`,
  );
  const body = html`<header><h1>PayPal simulator</h1>
<p>What happens at PayPal, played on this machine. No money moves.</p></header>
<nav aria-label="Views">${tabs}</nav>
<main data-newest="${newest(panel)}">${shown.view(panel)}</main>`;
  return controlFile(
    "text/html",
    page(`${shown.name} · PayPal simulator`, body, shown.watches ? "/watch.js" : undefined),
  );
}

/** Returns the page for a refused form. */
export function refusalPage(words: string, status: number): GatewayReply {
  const body = html`<header><h1>That does not work</h1></header>
<main><p role="alert">${words}</p><p><a href="/">Back</a></p></main>`;
  return { ...controlFile("text/html", page("That does not work · PayPal simulator", body)), status };
}

// Returns a value that changes whenever there is something new to show.
function newest({ world, deliveries }: Panel): string {
  const [event] = world.store.list<StoredEvent>("event", { newest: 1 });
  const [request] = newestRequests(world.store);
  const [delivery] = deliveries.newest(1);
  const tries = delivery ? `${delivery.id}${delivery.state}${delivery.tries.length}` : "";
  return `${event?.id ?? ""} ${request?.id ?? ""} ${tries}`;
}

const ownStyle = `
summary { gap: 8px; }
summary::before { content: "▸"; }
[open] > summary::before { content: "▾"; }
.deeds a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 8px; color: var(--accent); }
details > .row { margin-top: 12px; }
@media (max-width: 480px) { nav { position: static; flex-wrap: wrap; } }
`;

/** Refreshes the page on changes, but not while the user is pressing a control. */
const watchScript = `const main = document.querySelector("main");
setInterval(async () => {
  if (document.hidden || document.activeElement?.closest("form, details") || document.querySelector("details[open]")) return;
  const answer = await fetch("/newest").catch(() => null);
  if (!answer?.ok) return;
  if ((await answer.text()) !== main.dataset.newest) location.reload();
}, 1500);
`;
