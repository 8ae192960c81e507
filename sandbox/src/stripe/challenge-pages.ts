import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { type Html, html } from "../html.ts";
import type { Bank } from "./bank.ts";
import type { Challenge } from "./challenges.ts";
import { endChallenge } from "./confirm.ts";
import { display } from "./money.ts";
import { endSetupChallenge } from "./setup-intents.ts";
import type { PaymentIntent, PaymentMethod, SetupIntent } from "./types.ts";

// Forms may lead anywhere, because the return address is the merchant's.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors *";

/** Serves the page of the customer's bank: as a full page, or embedded in the merchant's. */
export function answerChallenge(bank: Bank, ask: GatewayAsk): GatewayReply {
  const [, , place = "", id = ""] = ask.path.split("/");
  const challenge = bank.store.get<Challenge>("challenge", id);
  const embedded = place === "embedded";
  if (!challenge || (place !== "redirect" && !embedded))
    return shown(endPage("This page is not known.", ""), 404);
  if (ask.method === "POST" && challenge.state === "open") {
    const decision = new URLSearchParams(ask.body.toString("utf8")).get("decision");
    bank.store.together(() => end(bank, challenge, decision === "complete"));
    return after(bank, challenge, embedded);
  }
  // Returning to it or reloading it redirects to its outcome.
  if (challenge.state !== "open") return after(bank, challenge, embedded);
  return shown(challengePage(bank, challenge, ask.path, embedded));
}

function end(bank: Bank, { intent, method }: Challenge, passed: boolean): void {
  if (intent.startsWith("seti_")) endSetupChallenge(bank, intent, method, passed);
  else endChallenge(bank, intent, method, passed);
}

function after(bank: Bank, { intent: id, returnUrl, state }: Challenge, embedded: boolean): GatewayReply {
  if (embedded || returnUrl === null) {
    return shown(endPage("Done.", "You can go back to the shop."));
  }
  const setup = id.startsWith("seti_");
  const kind = setup ? "setup_intent" : "payment_intent";
  const intent = bank.store.get<PaymentIntent | SetupIntent>(kind, id);
  const url = new URL(returnUrl);
  url.searchParams.set(kind, id);
  url.searchParams.set(`${kind}_client_secret`, intent?.client_secret ?? "");
  const fine = intent?.status === "succeeded" || intent?.status === "processing";
  url.searchParams.set("redirect_status", fine && state !== "failed" ? "succeeded" : "failed");
  return {
    status: 303,
    headers: { location: url.href, "referrer-policy": "no-referrer", "content-type": "text/plain" },
    body: "",
  };
}

function challengePage(bank: Bank, challenge: Challenge, action: string, embedded: boolean): string {
  const intent = bank.store.get<PaymentIntent>("payment_intent", challenge.intent);
  const method = bank.store.get<PaymentMethod>("payment_method", challenge.method);
  const amount = intent ? display(intent.amount, intent.currency).replace(/ \w+$/, "") : "Nothing now";
  const body = html`<header><strong>Sandbox Bank</strong><span>No money moves</span></header>
<main>
<h1>Is it you who is paying?</h1>
<p>This is the 3D Secure page of a sandbox bank. It plays your bank's part on this machine; no money moves.</p>
<dl><dt>Amount</dt><dd>${amount}</dd><dt>Card</dt><dd>${method?.card.brand ?? ""} •••• ${method?.card.last4 ?? ""}</dd></dl>
<form method="post" action="${action}">
<button class="go" name="decision" value="complete">Complete authentication</button>
<button name="decision" value="fail">Fail authentication</button>
<button class="plain" name="decision" value="cancel">Cancel</button>
</form>
</main>`;
  return page("Sandbox Bank: 3D Secure", body, embedded, false);
}

function endPage(title: string, text: string): string {
  return page(
    "Sandbox Bank: 3D Secure",
    html`<header><strong>Sandbox Bank</strong><span>No money moves</span></header><main><h1>${title}</h1><p role="status">${text}</p></main>`,
    true,
    true,
  );
}

function page(title: string, body: Html, embedded: boolean, ended: boolean): string {
  return html`<!doctype html>
<html lang="en" data-ended="${ended ? "yes" : ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/challenge.css">
<link rel="icon" href="data:,">
<script src="/challenge.js" defer></script>
</head>
<body class="${embedded ? "embedded" : "whole"}">
${body}
</body>
</html>
`.html;
}

function shown(body: string, status = 200): GatewayReply {
  const type = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return { status, headers: { ...type, "x-content-type-options": "nosniff" }, body };
}
