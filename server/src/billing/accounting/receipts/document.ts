import { type Markup, markup } from "#platform/mail/markup";
import type { ReceiptContent } from "../../records/receipts/content.ts";
import { factsOf } from "./facts.ts";
import { receiptStyle } from "./style.ts";

/** What a receipt is drawn with. */
export interface ReceiptFace {
  accent: string;
  /** Where the site is. */
  origin: string;
}

/** A document ready to send. */
export interface ReceiptDocument {
  html: string;
  /** Its content security policy. */
  policy: string;
}

/** Draws everything that was issued for an order, the receipt first: for the screen of a phone, and for paper. */
export function receiptDocument(
  contents: readonly [ReceiptContent, ...ReceiptContent[]],
  { accent, origin }: ReceiptFace,
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
  const { words } = facts;
  const { seller } = content;
  const told = [
    fact(words.number, content.number),
    fact(words.issued, facts.issued),
    fact(words.order, content.order.number),
    fact(content.credits ? words.paidBack : words.paidWith, facts.paidWith),
    ...(facts.nextCharge ? [fact(words.nextCharge, facts.nextCharge)] : []),
    fact(words.seller, sellerLines(content), "wide seller"),
    ...(content.buyer ? [fact(words.buyer, content.buyer, "wide buyer")] : []),
  ];
  return markup`<article>
<header>
<p class="mark">${content.site.toLowerCase()}<span>.</span></p>
<h1>${facts.title}</h1>
</header>
<dl class="facts">
${told}</dl>
<table class="lines">
<thead><tr><th scope="col">${words.what}</th><th scope="col" class="amount">${words.amount}</th></tr></thead>
<tbody>
${facts.lines.map(
  ({ title, detail, amount }) =>
    markup`<tr><td><strong>${title}</strong><small>${detail}</small></td><td class="amount">${amount}</td></tr>\n`,
)}</tbody>
<tfoot>
<tr class="tax"><td colspan="2"><div class="pair"><span>${words.tax}</span><span>${facts.tax}</span></div></td></tr>
<tr class="total"><td>${content.credits ? words.refunded : words.total}</td><td class="amount">${facts.total}</td></tr>
</tfoot>
</table>
${facts.ending ? markup`<p class="note">${facts.ending}</p>\n` : []}${facts.consent ? markup`<p class="fine">${facts.consent}</p>\n` : []}<p class="fine">${words.account} ${link(`${origin}/individual`)}</p>
<p class="fine">${words.help} ${seller.email ? link(`mailto:${seller.email}`, seller.email) : link(`${origin}/contactUs`)}</p>
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
