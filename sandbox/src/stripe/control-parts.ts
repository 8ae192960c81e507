import { type Html, html } from "../html.ts";

/** Returns a button that performs one action. */
export function actionButton(action: string, label: string, fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`;
}

/** Returns a moment, given in seconds or milliseconds since 1970. */
export function moment(at: number): Html {
  const date = new Date(at < 1e11 ? at * 1000 : at).toISOString();
  return html`<time datetime="${date}">${date.slice(0, 19).replace("T", " ")}</time>`;
}
