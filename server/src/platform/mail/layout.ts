import { messagesIn } from "../messages.ts";
import type { Branding } from "./branding.ts";
import type { Email } from "./email.ts";
import { type Markup, markup } from "./markup.ts";

/** An email ready for delivery. */
export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

// Mail programs support neither variables nor reliable classes, so every element has inline styles.
const ground = "#0C0B10";
const surface = "#16141C";
const hairline = "#2A2732";
const ink = "#F7F4F8";
const muted = "#A79FB2";
const sans = "Figtree,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "Fraunces,Georgia,'Times New Roman',serif";
const body = `margin:0 0 16px;font:400 16px/1.55 ${sans};color:${ink};`;
const fine = `margin:0 0 12px;font:400 14px/1.5 ${sans};color:${muted};`;

/** Renders an email as text and as HTML, with the site's branding. */
export function renderEmail(email: Email, branding: Branding): RenderedEmail {
  return {
    subject: oneLine(email.subject),
    text: textOf(email, branding),
    html: htmlOf(email, branding).text,
  };
}

/** Returns a header value on one line: line breaks become spaces. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

function textOf(email: Email, branding: Branding): string {
  const t = messagesIn(email.language);
  const parts = [
    `${branding.name.toLowerCase()}.`,
    ...email.paragraphs,
    ...(email.facts ? [email.facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    ...(email.button ? [`${email.button.label}:\n${email.button.url}`] : []),
    ...(email.links ?? []).map(({ label, url }) => `${label}:\n${url}`),
    ...(email.small ?? []),
    ["-- ", t("mail.automatic", { site: branding.name }), ...sellerLines(branding)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function htmlOf(email: Email, branding: Branding): Markup {
  const t = messagesIn(email.language);
  const subject = oneLine(email.subject);
  return markup`<!doctype html>
<html lang="${email.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background-color:${ground};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${email.preview}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}" style="background-color:${ground};">
<tr><td align="center" style="padding:32px 16px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td style="padding:0 4px 20px;font:700 22px/1.2 ${sans};letter-spacing:-0.3px;color:${ink};">${branding.name.toLowerCase()}<span style="color:${branding.accent};">.</span></td></tr>
<tr><td bgcolor="${surface}" style="background-color:${surface};border:1px solid ${hairline};border-radius:22px;padding:32px 24px 16px;">
<h1 style="margin:0 0 20px;font:600 26px/1.25 ${serif};color:${ink};">${subject}</h1>
${email.paragraphs.map((text) => markup`<p style="${body}">${text}</p>\n`)}${email.facts ? factsOf(email.facts) : []}${email.button ? buttonOf(email.button, branding, t("mail.linkBelow")) : []}${(email.links ?? []).map(linkOf)}${(email.small ?? []).map((text) => markup`<p style="${fine}">${text}</p>\n`)}</td></tr>
<tr><td style="padding:24px 4px 0;">
<p style="margin:0 0 8px;font:400 13px/1.5 ${sans};color:${muted};">${t("mail.automatic", { site: branding.name })}</p>
${sellerLines(branding).map((line) => markup`<p style="margin:0;font:400 13px/1.5 ${sans};color:${muted};">${line}</p>\n`)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

// Fills the preview that a mailbox shows beside the subject, so that the text after it stays out of it.
const filler = "\u034F \u200C ".repeat(60);

/** Renders a table whose values wrap on narrow screens. */
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

function buttonOf(
  { label, url }: { label: string; url: string },
  branding: Branding,
  linkBelow: string,
): Markup {
  const gradient = `linear-gradient(90deg,${branding.accent},${branding.accentEnd})`;
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;">
<tr><td align="center" bgcolor="${branding.accent}" style="background-color:${branding.accent};background-image:${gradient};border-radius:16px;">
<a href="${linkable(url)}" style="display:block;padding:15px 24px;font:700 16px/22px ${sans};color:${branding.accentInk};text-decoration:none;border-radius:16px;">${label}</a>
</td></tr>
</table>
<p style="margin:0 0 4px;font:400 13px/1.5 ${sans};color:${muted};">${linkBelow}</p>
<p style="margin:0 0 20px;font:400 13px/1.5 ${sans};word-break:break-all;"><a href="${linkable(url)}" style="color:${muted};">${url}</a></p>
`;
}

function linkOf({ label, url }: { label: string; url: string }): Markup {
  return markup`<p style="${fine}"><a href="${linkable(url)}" style="color:${muted};text-decoration:underline;">${label}</a></p>\n`;
}

/** Returns a web address; throws for other schemes, which only a defect of ours can produce. */
function linkable(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error("An email's link leads somewhere that is not the web");
  return url;
}

function sellerLines({ seller }: Branding): string[] {
  const address = seller.address.split(/\r?\n/).map((line) => line.trim());
  return [[seller.name, ...address].filter(Boolean).join(", "), seller.email].filter(Boolean);
}
