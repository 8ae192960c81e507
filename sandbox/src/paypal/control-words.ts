import { type Html, html } from "../html.ts";
import { money } from "./money.ts";

/** Returns a moment for display. */
export function moment(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

/** Returns an amount in the smallest unit for display. */
export function amountText(currency: string, amount: number): string {
  return `${money(currency, amount).value} ${currency}`;
}

/** Returns a state as a coloured badge. */
export function badge(state: string): Html {
  const good = ["COMPLETED", "VAULTED", "live", "done", "APPROVED"];
  const bad = ["DECLINED", "FAILED", "VOIDED", "failed", "dropped", "deleted", "cancelled", "REVERSED"];
  const colour = good.includes(state) ? "good" : bad.includes(state) ? "bad" : "quiet";
  return html`<span class="badge ${colour}">${state}</span>`;
}

/** Returns a button that performs an action at once. */
export function actionButton(action: string, label: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

/** Returns a labelled form field. */
export function field(label: string, name: string, value = "", type = "text"): Html {
  return html`<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="off"></label>`;
}

/** Returns a choice of a form; the first option is the default. */
export function select(label: string, name: string, options: readonly string[], chosen?: string): Html {
  const all = options.map((option) =>
    option === chosen
      ? html`<option value="${option}" selected>${option || "any"}</option>`
      : html`<option value="${option}">${option || "any"}</option>`,
  );
  return html`<label>${label}<select name="${name}">${all}</select></label>`;
}

/** Returns a list, or a text when it is empty. */
export function rows(items: readonly Html[], empty: string): Html {
  return items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul class="rows">${items}</ul>`;
}
