import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { html } from "../html.ts";
import type { Bank } from "./bank.ts";
import { answerChallenge } from "./challenge-pages.ts";
import { fieldWords } from "./field-words.ts";
import { challengeSheet, fieldSheet } from "./page-style.ts";
import { ASSOCIATION_FILE } from "./payment-method-domains.ts";
import { expressPage, expressSheet, walletPage, walletSheet } from "./wallet-pages.ts";
import { walletSettings } from "./wallets.ts";

const source = (name: string) => readFileSync(join(import.meta.dirname, "browser", name), "utf8");
const sources = {
  stripe: ["names.js", "express-checks.js", "express.js", "elements.js", "stripe.js"].map(source).join(""),
  field: source("field.js"),
  challenge: source("challenge.js"),
  express: source("express-frame.js"),
  wallet: source("wallet-sheet.js"),
};

/** What a field's frame may load: its own script and style, and the API. Every page may embed it. */
const fieldPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src https: data: http:; form-action 'none'; base-uri 'none'";
const kinds: Record<string, [kind: string, name: string, autocomplete: string]> = {
  number: ["cardNumber", "cardnumber", "cc-number"],
  expiry: ["cardExpiry", "exp-date", "cc-exp"],
  cvc: ["cardCvc", "cvc", "cc-csc"],
};

/** Serves the script, its frames and the bank's pages. */
export function answerPage(bank: Bank, ask: GatewayAsk): GatewayReply {
  const reads = ask.method === "GET" || ask.method === "HEAD";
  if (ask.path.startsWith("/3d_secure/")) return answerChallenge(bank, ask);
  if (!reads) return nothing;
  // The page may have loaded it by another address; the frames always use this origin.
  if (ask.path === "/endive/stripe.js") {
    return script(
      `{\nconst ORIGIN = ${JSON.stringify(bank.origin)};\nconst PARTS = {};\n${sources.stripe}}\n`,
      true,
    );
  }
  if (ask.path === "/elements/field.js") {
    const words = `const WORDS = ${JSON.stringify(fieldWords)};\nconst NOW = ${bank.clock.now()};\n`;
    return script(words + sources.field);
  }
  if (ask.path === "/challenge.js") return script(sources.challenge);
  const ofWallets = answerWallets(bank, ask.path);
  if (ofWallets) return ofWallets;
  if (ask.path === "/elements/field.css") return style(fieldSheet);
  if (ask.path === "/challenge.css") return style(challengeSheet);
  if (ask.path === `/files/apple-pay/${ASSOCIATION_FILE}`) return associationFile;
  const kind = kinds[/^\/elements\/(\w+)$/.exec(ask.path)?.[1] ?? ""];
  return kind ? fieldPage(kind) : nothing;
}

/** The file that proves to Apple that a domain shows this gateway's Apple Pay button. */
const associationFile: GatewayReply = {
  status: 200,
  headers: { "content-type": "text/plain" },
  body: Buffer.from(JSON.stringify({ version: 1, pspId: "SANDBOX", createdOn: 1704067200000 })).toString(
    "hex",
  ),
};

/** Serves the wallet buttons and the sheet of a wallet. */
function answerWallets(bank: Bank, path: string): GatewayReply | null {
  if (path === "/elements/express") return framed(expressPage());
  if (path === "/elements/express.css") return style(expressSheet);
  if (path === "/elements/express.js")
    return script(`const SETTINGS = ${JSON.stringify(walletSettings(bank))};\n${sources.express}`);
  if (path === "/wallet/sheet") return framed(walletPage());
  if (path === "/wallet/sheet.css") return style(walletSheet);
  return path === "/wallet/sheet.js" ? script(sources.wallet) : null;
}

function fieldPage([kind, name, autocomplete]: [string, string, string]): GatewayReply {
  const body = html`<!doctype html>
<html lang="en" data-kind="${kind}">
<head>
<meta charset="utf-8">
<title>Secure card field of a sandbox bank</title>
<link rel="stylesheet" href="/elements/field.css">
<script src="/elements/field.js" defer></script>
</head>
<body>
<span class="brand" aria-hidden="true"></span>
<input name="${name}" autocomplete="${autocomplete}" inputmode="numeric" autocorrect="off" spellcheck="false" type="text" aria-required="true">
</body>
</html>
`.html;
  return framed(body);
}

/** A page that every other may embed. */
function framed(body: string): GatewayReply {
  return {
    status: 200,
    headers: { ...safe, "content-type": "text/html; charset=utf-8", "content-security-policy": fieldPolicy },
    body,
  };
}

// Cross-origin isolated pages may load these too.
const safe = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};
const nothing: GatewayReply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Not found.\n",
};

function script(body: string, anywhere = false): GatewayReply {
  const type = { "content-type": "text/javascript; charset=utf-8" };
  return {
    status: 200,
    headers: { ...safe, ...type, ...(anywhere && { "access-control-allow-origin": "*" }) },
    body,
  };
}

function style(body: string): GatewayReply {
  return { status: 200, headers: { ...safe, "content-type": "text/css; charset=utf-8" }, body };
}
