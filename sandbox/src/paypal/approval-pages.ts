import { type Html, html, page } from "../html.ts";
import type { Buyer } from "./buyers.ts";
import type { Order, Setup } from "./state.ts";

/** Returns the buyer's page to pay an order as one of the test buyers. */
export function approvalPage(order: Order, buyers: Buyer[]): string {
  const [unit] = order.units;
  const payNow = order.experience.user_action === "PAY_NOW";
  return page(
    "Approve a payment · simulator for PayPal",
    html`${banner}
<main>
<p class="who">${order.experience.brand_name ?? "The shop"} asks for</p>
<h1>${amountOf(order)}</h1>
<dl>
${unit?.description ? fact("For", unit.description) : []}
${unit?.invoice_id ? fact("Invoice", unit.invoice_id) : []}
${fact("Order", order.id)}
</dl>
${order.vault ? saved(order.vault.description) : []}
${order.status === "PAYER_ACTION_REQUIRED" && order.buyer ? html`<p class="note" role="status">The last attempt did not go through. Approve again: it stands for another way to pay.</p>` : []}
<form method="post" action="/checkoutnow?token=${order.id}">
${choice(buyers, order.buyer)}
<div class="deeds">
<button class="go" name="decision" value="approve">${payNow ? "Approve and pay" : "Approve and continue"}</button>
<button name="decision" value="cancel">Cancel and return</button>
</div>
<button class="plain" name="decision" value="close">Close without deciding</button>
</form>
</main>`,
  );
}

/** Returns the buyer's page to let the shop charge later. */
export function setupPage(setup: Setup, buyers: Buyer[]): string {
  return page(
    "Save for later · simulator for PayPal",
    html`${banner}
<main>
<p class="who">${setup.experience.brand_name ?? "The shop"}</p>
<h1>Save PayPal for later payments</h1>
${saved(setup.description ?? undefined)}
<p>Nothing is paid now.</p>
<form method="post" action="/agreements/approve?approval_session_id=${setup.id}">
${choice(buyers, setup.buyer)}
<div class="deeds">
<button class="go" name="decision" value="approve">Agree and continue</button>
<button name="decision" value="cancel">Cancel and return</button>
</div>
<button class="plain" name="decision" value="close">Close without deciding</button>
</form>
</main>`,
  );
}

/** Returns a page with a notice only. */
export function noticePage(title: string, words: string, back?: string): string {
  return page(
    `${title} · simulator for PayPal`,
    html`${banner}<main><h1>${title}</h1><p role="alert">${words}</p>
${back ? html`<p><a href="${back}">Back to the shop</a></p>` : []}</main>`,
  );
}

const banner = html`<header><b>Sandbox</b><span>Plays PayPal’s part on this machine. No money moves.</span></header>`;

function choice(buyers: Buyer[], before: string | null): Html {
  const chosen = before?.split(":")[0] ?? "funded";
  const rows = buyers.map(
    ({ kind, given, surname, email, about }) => html`<label class="choice">${radio(kind, kind === chosen)}
<span><strong>${given} ${surname}</strong> <small>${email}</small><span>${about}</span></span></label>\n`,
  );
  return html`<fieldset><legend>Who are you?</legend>
${rows}</fieldset>
<details><summary>As another account of that kind</summary>
<label class="typed">A name of your own<input name="name" autocomplete="off" maxlength="60"></label></details>`;
}

function radio(value: string, checked: boolean): Html {
  return checked
    ? html`<input type="radio" name="buyer" value="${value}" checked>`
    : html`<input type="radio" name="buyer" value="${value}">`;
}

function saved(description: string | undefined): Html {
  return html`<p class="note"><strong>Saved for later payments.</strong> The shop may charge this account again without asking${description ? html`: ${description}` : html`.`}</p>`;
}

function fact(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function amountOf({ units }: Order): string {
  return units.map(({ amount }) => `${amount.value} ${amount.currency_code}`).join(" + ");
}

/** The pages' style sheet: visibly a sandbox, in neutral colours. */
export const pageStyle = `:root { color-scheme: light; --accent: #7a3b00; --line: #d8d2c8; --quiet: #625c52; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f1ea; color: #1b1813; font: 16px/1.45 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; padding: 12px 20px; background: repeating-linear-gradient(135deg, #ffe2b8 0 14px, #ffd596 14px 28px); color: #3d1f00; font-size: 14px; }
header b { font-size: 18px; }
main { margin: 0 auto; max-width: 480px; padding: 20px 20px 32px; background: #fff; min-height: calc(100vh - 68px); }
@media (min-width: 560px) { main { margin: 32px auto; border-radius: 16px; min-height: 0; padding: 28px 32px 32px; } }
h1 { margin: 0; font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
p { margin: 12px 0; overflow-wrap: anywhere; }
.who { margin: 0 0 2px; color: var(--quiet); }
dl { margin: 12px 0; }
dl div { display: flex; gap: 12px; justify-content: space-between; padding: 6px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.note { padding: 12px 14px; border-left: 4px solid var(--accent); background: #fbf4e8; border-radius: 0 10px 10px 0; }
fieldset { margin: 20px 0 8px; padding: 0; border: 0; }
legend { margin-bottom: 8px; padding: 0; font-weight: 600; }
.choice { display: flex; align-items: flex-start; gap: 12px; min-height: 44px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 12px; margin-bottom: 8px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: #fdf8ef; }
.choice > span > span { display: block; color: var(--quiet); font-size: 14px; }
.choice small { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
input[type="radio"] { width: 20px; height: 20px; margin: 2px 0 0; flex: none; accent-color: var(--accent); }
summary { display: flex; align-items: center; gap: 8px; min-height: 44px; color: var(--accent); cursor: pointer; }
summary::before { content: "▸"; }
[open] > summary::before { content: "▾"; }
.typed { display: grid; gap: 4px; margin-bottom: 12px; color: var(--quiet); font-size: 14px; }
.typed input { min-height: 44px; padding: 0 12px; border: 1px solid #8a8378; border-radius: 10px; font: inherit; font-size: 16px; color: inherit; }
.deeds { position: sticky; bottom: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 8px -20px 0; padding: 12px 20px; background: #fff; border-top: 1px solid var(--line); }
button { min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.go { background: var(--accent); border-color: var(--accent); color: #fff; }
button.plain { width: 100%; border-color: transparent; font-weight: 400; color: var(--quiet); text-decoration: underline; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid #d88b2f; outline-offset: 2px; }
`;
