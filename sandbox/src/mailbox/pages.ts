import { type Html, html, page } from "../html.ts";
import type { Message } from "./messages.ts";

/** What the mailbox's own pages may load. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The policy of a mail's frame: styles and links that open separate pages; no scripts, loading or forms. */
export const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Returns the list of all mails, the newest first. */
export function listPage(messages: Message[]): string {
  const rows = messages.map(
    (message) => html`<li><a href="/messages/${message.id}">
<span class="who">${message.envelope.to.join(", ")}</span>
<time datetime="${message.receivedAt}">${timeOf(message)}</time>
<strong>${message.subject || "(no subject)"}</strong>
<span class="gist">${message.text.replace(/\s+/g, " ").slice(0, 140)}</span>
</a></li>\n`,
  );
  const count = messages.length === 1 ? "1 mail" : `${messages.length} mails`;
  return page(
    `Mailbox (${messages.length})`,
    html`<header><h1>Mailbox</h1><p>Every mail sent on this machine lands here and goes no further.</p></header>
<main data-newest="${messages[0]?.id ?? ""}">
${
  rows.length === 0
    ? html`<p class="empty">No mail yet. This page shows the next one by itself.</p>`
    : html`<ul class="mails">${rows}</ul>
<form class="foot" method="post" action="/delete"><span>${count}</span><button>Delete all</button></form>`
}
</main>`,
    "/watch.js",
  );
}

/** Returns one mail: as HTML (`view` is empty), as text, or raw. */
export function messagePage(message: Message, view: "" | "text" | "raw"): string {
  const views = [
    ["", "HTML"],
    ["text", "Text"],
    ["raw", "Raw"],
  ] as const;
  const tabs = views.map(([name, label]) =>
    name === view
      ? html`<a aria-current="page" href="/messages/${message.id}/${name}">${label}</a>`
      : html`<a href="/messages/${message.id}/${name}">${label}</a>`,
  );
  return page(
    message.subject || "(no subject)",
    html`<header class="mail"><a class="back" href="/">All mails</a>
<h1>${message.subject || "(no subject)"}</h1>
<dl><dt>From</dt><dd>${message.from}</dd><dt>To</dt><dd>${message.envelope.to.join(", ")}</dd><dt>Received</dt><dd><time datetime="${message.receivedAt}">${timeOf(message)} UTC</time></dd></dl>
<nav aria-label="View">${tabs}</nav></header>
<main>${viewOf(message, view)}</main>`,
  );
}

function viewOf(message: Message, view: "" | "text" | "raw"): Html {
  if (view === "raw") return html`<pre tabindex="0">${message.raw.toString("utf8")}</pre>`;
  if (view === "text" || message.html === "") return html`<pre tabindex="0">${message.text}</pre>`;
  return html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${message.id}/mail.html"></iframe>`;
}

/** Returns a mail's HTML with its links opening separate pages. */
export function readable({ html: body }: Message): string {
  const base = '<base target="_blank">';
  const head = /<head[^>]*>/i.exec(body);
  return head ? body.replace(head[0], () => head[0] + base) : base + body;
}

function timeOf({ receivedAt }: Message): string {
  return receivedAt.slice(0, 19).replace("T", " ");
}

/** Refreshes the list when mails changed, but not while the user is pressing a link. */
export const watchScript = `const main = document.querySelector("main");
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch("/api/messages").catch(() => null);
  if (!answer?.ok) return;
  const { messages } = await answer.json();
  if ((messages[0]?.id ?? "") !== main.dataset.newest) location.reload();
}, 1500);
`;

/** The mailbox's style sheet. */
export const style = `:root { color-scheme: light dark; --line: #8883; --quiet: #6b6b76; --accent: #3457d5; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a3a3b0; --accent: #9db2ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 0 16px 32px; font: 16px/1.45 system-ui, sans-serif; }
header { padding: 24px 0 16px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
header p { margin: 4px 0 0; color: var(--quiet); }
.mails { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; padding: 14px 0; min-height: 44px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
.mails a:hover strong { text-decoration: underline; }
.mails strong, .gist { grid-column: 1 / -1; }
.who, time, .gist, dt { color: var(--quiet); font-size: 14px; }
.who, .gist { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { font-variant-numeric: tabular-nums; }
.empty { padding: 48px 0; text-align: center; color: var(--quiet); }
.foot { display: flex; justify-content: space-between; align-items: center; padding: 16px 0; color: var(--quiet); }
button { min-height: 44px; padding: 0 18px; border: 1px solid var(--line); border-radius: 12px; background: none; color: inherit; font: inherit; cursor: pointer; }
.back { display: inline-flex; align-items: center; min-height: 44px; color: var(--accent); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 12px 0 16px; }
dd { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
nav { display: flex; gap: 8px; }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; }
nav a[aria-current] { border-color: var(--accent); color: var(--accent); }
iframe { display: block; width: 100%; height: max(480px, calc(100vh - 260px)); border: 1px solid var(--line); border-radius: 12px; background: #fff; }
pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 12px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
