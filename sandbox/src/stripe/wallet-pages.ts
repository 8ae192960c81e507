import { type Html, html } from "../html.ts";

/** The cards in the wallet of the simulated person, by their outcome. */
const cards: [token: string, name: string][] = [
  ["tok_visa", "Visa 4242, pays"],
  ["tok_mastercard", "Mastercard 4444, pays"],
  ["tok_visa_chargeDeclined", "Visa 0002, declined"],
  ["tok_visa_chargeDeclinedInsufficientFunds", "Visa 9995, no funds"],
  ["tok_threeDSecure2Required", "Visa 3220, wants 3-D Secure"],
];

/** The frame with the wallet buttons. */
export function expressPage(): string {
  return document("Express checkout of a sandbox bank", "/elements/express", html``);
}

/** A wallet's sheet. */
export function walletPage(): string {
  return document(
    "Wallet of a sandbox bank",
    "/wallet/sheet",
    html`<form>
<header><h1></h1><output></output></header>
<ul></ul>
<p class="renews"></p>
<p role="alert"></p>
<label>Name<input name="name" value="Mara Quint" autocomplete="off"></label>
<label class="email">E-mail<input name="email" type="email" value="mara@example.com" autocomplete="off"></label>
<label>Card<select name="card">${cards.map(([token, name]) => html`<option value="${token}">${name}</option>`)}</select></label>
<button class="go" name="authorise">Authorise</button>
<button type="button" name="cancel">Cancel</button>
</form>`,
  );
}

function document(title: string, path: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${path}.css">
<script src="${path}.js" defer></script>
</head>
<body>
${body}
</body>
</html>
`.html;
}

/** The style of the wallet buttons. */
export const expressSheet = `* { box-sizing: border-box; }
html, body { margin: 0; padding: 0; background: transparent; overflow: hidden; }
body { display: grid; gap: 8px; padding: 0; }
button { width: 100%; margin: 0; border: 1px solid #fff; border-radius: 8px; background: #000; color: #fff; font: 600 17px/1 system-ui, sans-serif; cursor: pointer; }
button.link { background: #00d66f; border-color: #00d66f; color: #011e0f; }
button:focus-visible { outline: 3px solid #9aa0ff; outline-offset: -4px; }
`;

/** The style of a wallet's sheet. */
export const walletSheet = `* { box-sizing: border-box; }
html, body { margin: 0; background: #fff; color: #17203a; font: 16px/1.4 system-ui, sans-serif; }
form { display: grid; gap: 10px; padding: 16px 20px 20px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
h1 { margin: 0; font-size: 20px; }
output { font-size: 20px; font-weight: 700; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding: 0; list-style: none; color: #566079; font-size: 14px; }
p { margin: 0; font-size: 14px; color: #566079; }
p:empty { display: none; }
[role=alert] { color: #b00020; font-weight: 600; }
label { display: grid; gap: 4px; font-size: 14px; color: #566079; }
label[hidden] { display: none; }
input, select { min-height: 44px; padding: 0 12px; border: 1px solid #d8deea; border-radius: 10px; background: #fff; color: inherit; font: inherit; font-size: 16px; }
button { min-height: 48px; border: 1px solid #d8deea; border-radius: 12px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.go { border-color: #3d3fd0; background: #3d3fd0; color: #fff; }
:disabled { opacity: 0.5; }
:focus-visible { outline: 3px solid #9aa0ff; outline-offset: 2px; }
`;
