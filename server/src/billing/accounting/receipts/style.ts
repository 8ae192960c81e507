import { createHash } from "node:crypto";

// One column for paper and phones; wider pages have larger margins. The product's colours on white.
const rules = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f2f6; color: #16141c; font: 400 15px/1.5 Figtree, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; -webkit-text-size-adjust: 100%; overflow-wrap: anywhere; }
main { max-width: 720px; margin: 0 auto; padding: 16px; }
article { background: #fff; border: 1px solid #e4e0e9; border-radius: 22px; padding: 28px 22px 24px; margin: 0 0 16px; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; justify-content: space-between; border-bottom: 3px solid var(--accent); padding-bottom: 16px; }
.mark { margin: 0; font-weight: 700; font-size: 22px; letter-spacing: -0.3px; }
.mark span { color: var(--accent); }
h1 { margin: 0; font: 600 22px/1.25 Fraunces, Georgia, "Times New Roman", serif; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(130px, 1fr)); gap: 16px 24px; margin: 24px 0; }
.facts .wide { grid-column: 1 / -1; }
dt { color: #5f576b; font-size: 13px; }
dd { margin: 2px 0 0; }
.lines { width: 100%; border-collapse: collapse; margin: 0 0 20px; }
.lines th { color: #5f576b; font-weight: 400; font-size: 13px; text-align: left; padding: 0 0 8px; border-bottom: 1px solid #e4e0e9; }
.lines td { padding: 14px 0; vertical-align: top; border-bottom: 1px solid #e4e0e9; }
.lines strong { display: block; font-weight: 600; }
.lines small { color: #5f576b; font-size: 14px; }
.lines .amount { text-align: right; white-space: nowrap; padding-left: 16px; font-variant-numeric: tabular-nums; }
.lines tfoot td { padding: 10px 0 0; border: 0; }
.lines .tax td { color: #5f576b; font-size: 14px; }
.pair { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; }
.lines .total td { font-weight: 700; font-size: 19px; }
.note { margin: 0 0 16px; padding: 14px 16px; background: #f8f6fa; border-radius: 14px; }
.fine { margin: 0 0 8px; color: #5f576b; font-size: 13px; }
.fine a { color: inherit; }
.seller dd { white-space: pre-line; }
@media (min-width: 600px) { .facts { grid-template-columns: repeat(3, 1fr); } .facts .seller { grid-column: 1; } .facts .buyer { grid-column: 2 / -1; } main { padding: 40px 24px; } article { padding: 40px 44px 32px; } .mark, h1 { font-size: 26px; } }
@media print {
  @page { size: auto; margin: 18mm; }
  body { background: #fff; font-size: 11pt; }
  main { max-width: none; padding: 0; }
  article { border: 0; border-radius: 0; padding: 0; margin: 0; }
  article + article { break-before: page; }
  .note { border: 1px solid #e4e0e9; }
  .lines tr, .note, .fine { break-inside: avoid; }
  .fine a { text-decoration: none; }
}
`;

/** Returns a receipt's style sheet in the site's colour, with the security policy that allows this style sheet only. */
export function receiptStyle(accent: string): { css: string; policy: string } {
  const colour = /^#[0-9a-f]{6}$/i.test(accent) ? accent : "#FF4F64";
  const css = `:root { --accent: ${colour}; }${rules}`;
  const hash = createHash("sha256").update(css).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { css, policy: policy.join("; ") };
}
