/** Styles of a report's page, in dark and light mode. */
export const style = `
:root { color-scheme: dark light; --ground: #0c0b10; --surface: #16141c; --raised: #221f2b; --line: #ffffff1a; --text: #f7f4f8;
  --muted: #a79fb2; --rose: #ff4f64; --amber: #ff8a4c; --gold: #f3c969; }
@media (prefers-color-scheme: light) { :root { --ground: #faf8f6; --surface: #ffffff; --raised: #efeaf0; --line: #1a14241f;
  --text: #1c1722; --muted: #645a70; --rose: #d42a45; --amber: #d85f1d; --gold: #9a6b00; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 Figtree, "Segoe UI", Roboto, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 1120px; margin: 0 auto; padding: clamp(20px, 5vw, 56px) clamp(16px, 4vw, 40px); }
.site { margin: 0; color: var(--rose); font-weight: 700; letter-spacing: .01em; }
h1 { margin: 4px 0 6px; font: 600 clamp(28px, 5vw, 42px)/1.15 Fraunces, Georgia, "Times New Roman", serif; }
h2 { margin: 0 0 18px; font: 600 21px/1.3 Fraunces, Georgia, "Times New Roman", serif; }
.days, footer, caption { color: var(--muted); }
.days { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; margin: 28px 0; }
.tiles div { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 14px 18px; }
.tiles dt { color: var(--muted); font-size: 14px; }
.tiles dd { margin: 2px 0 0; font-size: 26px; font-weight: 650; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 22px; padding: clamp(16px, 3vw, 28px); margin: 0 0 20px; }
.picture { max-width: 860px; margin: 0 auto 26px; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--text); font-size: 14px; }
svg .name, svg .share, svg .axis { fill: var(--muted); }
svg .share, svg .axis { font-size: 12.5px; font-weight: 400; }
@media (max-width: 640px) { svg text { font-size: 25px; } svg .share, svg .axis { font-size: 22px; } }
svg .count { font-weight: 650; }
svg .track { fill: var(--raised); opacity: .55; }
svg .bar { fill: var(--rose); }
svg .sold { fill: var(--gold); }
svg .rule { stroke: var(--line); }
svg .area { fill: var(--rose); opacity: .14; }
svg .curve { fill: none; stroke: var(--rose); stroke-width: 2.5; stroke-linejoin: round; }
svg .dot { fill: var(--amber); }
.wide { overflow-x: auto; border-radius: 10px; }
.wide:focus-visible { outline: 2px solid var(--rose); outline-offset: 3px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 9px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { color: var(--muted); font-weight: 500; }
th:first-child { position: sticky; left: 0; background: var(--surface); text-align: left; }
tbody th { font-weight: 500; max-width: min(22em, 50vw); overflow: hidden; text-overflow: ellipsis; }
.all th, .all td { font-weight: 700; border-bottom: 0; }
footer { font-size: 14px; padding: 4px 4px 0; }
footer p { margin: 0 0 6px; }
@media print { body { background: #fff; } section, .tiles div { break-inside: avoid; } }
`;
