import type { Branding } from "./branding.ts";
import type { Email } from "./email.ts";
import { type Markup, markup } from "./markup.ts";
import { frameWords } from "./words.ts";

/** A letter as it goes out. */
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

// A dark cinema. Mail programs know neither variables nor classes that last, so every element carries its own style.
const ground = "#0C0B10";
const surface = "#16141C";
const hairline = "#2A2732";
const ink = "#F7F4F8";
const muted = "#A79FB2";
const sans = "Figtree,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "Fraunces,Georgia,'Times New Roman',serif";
const body = `margin:0 0 16px;font:400 16px/1.55 ${sans};color:${ink};`;
const fine = `margin:0 0 12px;font:400 14px/1.5 ${sans};color:${muted};`;

/** Turns a letter into what mail programs show: the same words as text and as HTML, with the site's own face. */
export function renderLetter(letter: Email, face: Branding): RenderedLetter {
  return { subject: oneLine(letter.subject), text: textOf(letter, face), html: htmlOf(letter, face).text };
}

/** A header is one line; what would end it becomes a space. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

function textOf(letter: Email, face: Branding): string {
  const words = frameWords[letter.language];
  const parts = [
    `${face.name.toLowerCase()}.`,
    ...letter.paragraphs,
    ...(letter.facts ? [letter.facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.url}`] : []),
    ...(letter.small ?? []),
    ["-- ", words.automatic(face.name), ...sellerLines(face)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function htmlOf(letter: Email, face: Branding): Markup {
  const words = frameWords[letter.language];
  const subject = oneLine(letter.subject);
  return markup`<!doctype html>
<html lang="${letter.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background-color:${ground};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${letter.preview}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}" style="background-color:${ground};">
<tr><td align="center" style="padding:32px 16px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td style="padding:0 4px 20px;font:700 22px/1.2 ${sans};letter-spacing:-0.3px;color:${ink};">${face.name.toLowerCase()}<span style="color:${face.accent};">.</span></td></tr>
<tr><td bgcolor="${surface}" style="background-color:${surface};border:1px solid ${hairline};border-radius:22px;padding:32px 24px 16px;">
<h1 style="margin:0 0 20px;font:600 26px/1.25 ${serif};color:${ink};">${subject}</h1>
${letter.paragraphs.map((text) => markup`<p style="${body}">${text}</p>\n`)}${letter.facts ? factsOf(letter.facts) : []}${letter.button ? buttonOf(letter.button, face, words.linkBelow) : []}${(letter.small ?? []).map((text) => markup`<p style="${fine}">${text}</p>\n`)}</td></tr>
<tr><td style="padding:24px 4px 0;">
<p style="margin:0 0 8px;font:400 13px/1.5 ${sans};color:${muted};">${words.automatic(face.name)}</p>
${sellerLines(face).map((line) => markup`<p style="margin:0;font:400 13px/1.5 ${sans};color:${muted};">${line}</p>\n`)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

// Keeps the words that follow out of what a mailbox shows beside the subject.
const filler = "\u034F \u200C ".repeat(60);

/** A table whose values wrap under each other, however narrow the screen is. */
function factsOf(facts: readonly [string, string][]): Markup {
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-top:1px solid ${hairline};">
${facts.map(
  ([name, value]) => markup`<tr>
<td valign="top" style="padding:10px 16px 10px 0;border-bottom:1px solid ${hairline};font:400 14px/1.5 ${sans};color:${muted};">${name}</td>
<td valign="top" align="right" style="padding:10px 0;border-bottom:1px solid ${hairline};font:400 14px/1.5 ${sans};color:${ink};word-break:break-word;">${value}</td>
</tr>
`,
)}</table>
`;
}

function buttonOf({ label, url }: { label: string; url: string }, face: Branding, linkBelow: string): Markup {
  const gradient = `linear-gradient(90deg,${face.accent},${face.accentEnd})`;
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;">
<tr><td align="center" bgcolor="${face.accent}" style="background-color:${face.accent};background-image:${gradient};border-radius:16px;">
<a href="${linkable(url)}" style="display:block;padding:15px 24px;font:700 16px/22px ${sans};color:${face.accentInk};text-decoration:none;border-radius:16px;">${label}</a>
</td></tr>
</table>
<p style="margin:0 0 4px;font:400 13px/1.5 ${sans};color:${muted};">${linkBelow}</p>
<p style="margin:0 0 20px;font:400 13px/1.5 ${sans};word-break:break-all;"><a href="${linkable(url)}" style="color:${muted};">${url}</a></p>
`;
}

/** Only the web is ever linked to: an address of another scheme is a fault of ours, not a thing to send. */
function linkable(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error("A letter's button leads somewhere that is not the web");
  return url;
}

function sellerLines({ seller }: Branding): string[] {
  const address = seller.address.split(/\r?\n/).map((line) => line.trim());
  return [[seller.name, ...address].filter(Boolean).join(", "), seller.email].filter(Boolean);
}
