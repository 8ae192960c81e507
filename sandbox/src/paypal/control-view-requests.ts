import { newestRequests, type Received } from "../gateway/requests.ts";
import { type Html, html } from "../html.ts";
import type { Panel } from "./control.ts";
import { moment, rows } from "./control-words.ts";

/** Renders the newest requests to the API. */
export function requestsView({ world }: Panel): Html {
  return html`<h2>Requests</h2><p class="hint">The newest 200.</p>
${rows(newestRequests(world.store).map(requestRow), "Nobody has asked for anything yet.")}`;
}

function requestRow({
  at,
  method,
  path,
  status,
  fault,
  idempotencyKey,
  replayed,
  sent,
  error,
}: Received): Html {
  const outcome = [
    status || "lost",
    error ?? "",
    replayed ? "known before" : "",
    fault ? `fault: ${fault}` : "",
  ];
  return html`<li><div class="row"><span>${method} <code>${path}</code></span>
<span class="badge ${status >= 400 || status === 0 ? "bad" : "good"}">${outcome.filter(Boolean).join(" · ")}</span>${moment(at)}</div>
${idempotencyKey ? html`<small>PayPal-Request-Id ${idempotencyKey}</small>` : []}
${sent ? html`<details><summary>What was sent</summary><pre tabindex="0">${sent}</pre></details>` : []}</li>`;
}
