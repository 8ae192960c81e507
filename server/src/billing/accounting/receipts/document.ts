import { type Markup, markup } from "#platform/mail/markup";
import { messagesIn } from "#platform/messages";
import type { ReceiptContent } from "../../records/receipts/content.ts";
import { factsOf } from "./facts.ts";
import { receiptStyle } from "./style.ts";

/** The colour and the links of a receipt. */
export interface ReceiptTheme {
  accent: string;
  /** The origin of the site. */
  origin: string;
}

/** A document ready to send. */
export interface ReceiptDocument {
  html: string;
  /** Its content security policy. */
  policy: string;
}

/** Renders all documents of an order, the receipt first, for the screen of a phone and for paper. */
export function receiptDocument(
  contents: readonly [ReceiptContent, ...ReceiptContent[]],
  { accent, origin }: ReceiptTheme,
): ReceiptDocument {
  const { css, policy } = receiptStyle(accent);
  const [{ language, site, number }] = contents;
  const { text } = markup`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${number} · ${site}</title>
<style>${{ text: css }}</style>
</head>
<body>
<main>
${contents.map((content) => articleOf(content, origin))}</main>
</body>
</html>
`;
  return { html: text, policy };
}

function articleOf(content: ReceiptContent, origin: string): Markup {
  const facts = factsOf(content);
  const t = messagesIn(content.language);
  const { seller } = content;
  const details = [
    fact(t("receipt.number"), content.number),
    fact(t("receipt.issued"), facts.issued),
    fact(t("receipt.order"), content.order.number),
    fact(content.credits ? t("receipt.paidBack") : t("receipt.paidWith"), facts.paidWith),
    ...(facts.nextCharge ? [fact(t("receipt.nextCharge"), facts.nextCharge)] : []),
    fact(t("receipt.seller"), sellerLines(content), "wide seller"),
    ...(content.buyer ? [fact(t("receipt.buyer"), content.buyer, "wide buyer")] : []),
  ];
  return markup`<article>
<header>
<p class="mark">${content.site.toLowerCase()}<span>.</span></p>
<h1>${facts.title}</h1>
</header>
<dl class="facts">
${details}</dl>
<table class="lines">
<thead><tr><th scope="col">${t("receipt.what")}</th><th scope="col" class="amount">${t("receipt.amount")}</th></tr></thead>
<tbody>
${facts.lines.map(
  ({ title, detail, amount }) =>
    markup`<tr><td><strong>${title}</strong><small>${detail}</small></td><td class="amount">${amount}</td></tr>\n`,
)}</tbody>
<tfoot>
<tr class="tax"><td colspan="2"><div class="pair"><span>${t("receipt.tax")}</span><span>${facts.tax}</span></div></td></tr>
<tr class="total"><td>${content.credits ? t("receipt.refunded") : t("receipt.total")}</td><td class="amount">${facts.total}</td></tr>
</tfoot>
</table>
${facts.ending ? markup`<p class="note">${facts.ending}</p>\n` : []}${facts.consent ? markup`<p class="fine">${facts.consent}</p>\n` : []}<p class="fine">${t("receipt.account")} ${link(`${origin}/individual`)}</p>
<p class="fine">${t("receipt.help")} ${seller.email ? link(`mailto:${seller.email}`, seller.email) : link(`${origin}/contactUs`)}</p>
</article>
`;
}

function sellerLines({ seller, site }: ReceiptContent): string {
  const lines = [seller.name || site, ...seller.address.split(/\r?\n/), seller.email];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
}

function fact(name: string, value: string, kind = ""): Markup {
  return markup`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>\n`;
}

function link(url: string, text = url): Markup {
  return markup`<a href="${url}">${text}</a>`;
}
