import { type Html, html, page } from "../html.ts";
import type { Bank } from "./bank.ts";
import { moneyView } from "./control-view-money.ts";
import { faultsView, requestsView } from "./control-view-trouble.ts";
import { webhooksView } from "./control-view-webhooks.ts";

const views: [path: string, title: string, view: (bank: Bank) => Html][] = [
  ["/", "Money", moneyView],
  ["/page/webhooks", "Webhooks", webhooksView],
  ["/page/trouble", "Trouble", faultsView],
  ["/page/requests", "Requests", requestsView],
];

/** Returns a page of the control plane; undefined for an unknown path. */
export function controlPage(bank: Bank, path: string): string | undefined {
  const found = views.find(([own]) => own === path);
  if (!found) return undefined;
  const [, title, view] = found;
  const tabs = views.map(([own, name]) =>
    own === path
      ? html`<a href="${own}" aria-current="page">${name}</a>`
      : html`<a href="${own}">${name}</a>`,
  );
  const now = new Date(bank.clock.now()).toISOString().slice(0, 19).replace("T", " ");
  const offset = bank.clock.offset();
  return page(
    `${title}: Stripe simulator`,
    html`<header><h1>Stripe simulator</h1><p>A sandbox bank on this machine. No money moves. It is ${now} UTC here${offset === 0 ? "" : `, ${offset} seconds beside the machine's clock`}.</p></header>
<nav aria-label="Parts">${tabs}</nav>
<main>${view(bank)}</main>`,
    "/control.js",
  );
}
