import { type Html, html } from "../html.ts";
import { money } from "./money.ts";

/** A moment, as a person reads it. */
export function moment(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

/** An amount in the smallest unit, as a person reads it. */
export function amountText(currency: string, amount: number): string {
  return `${money(currency, amount).value} ${currency}`;
}

/** A state, in the colour of what it means. */
export function badge(state: string): Html {
  const good = ["COMPLETED", "VAULTED", "live", "done", "APPROVED"];
  const bad = ["DECLINED", "FAILED", "VOIDED", "failed", "dropped", "deleted", "cancelled", "REVERSED"];
  const colour = good.includes(state) ? "good" : bad.includes(state) ? "bad" : "quiet";
  return html`<span class="badge ${colour}">${state}</span>`;
}

/** A button that does something at once. */
export function deed(action: string, label: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

/** A field of a form with its name. */
export function field(label: string, name: string, value = "", type = "text"): Html {
  return html`<label>${label}<input name="${name}" type="${type}" value="${value}" autocomplete="off"></label>`;
}

/** A choice of a form; the first is taken unless another is. */
export function select(label: string, name: string, options: readonly string[], chosen?: string): Html {
  const all = options.map((option) =>
    option === chosen
      ? html`<option value="${option}" selected>${option || "any"}</option>`
      : html`<option value="${option}">${option || "any"}</option>`,
  );
  return html`<label>${label}<select name="${name}">${all}</select></label>`;
}

/** A list, or what is said where it is empty. */
export function rows(items: readonly Html[], empty: string): Html {
  return items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul class="rows">${items}</ul>`;
}
