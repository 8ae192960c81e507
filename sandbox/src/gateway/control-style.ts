/** Returns the style sheet of the gateways' control pages. `--accent` is the gateway's own colour. */
export const controlStyle = (accent: string, accentInDark: string): string => `
:root { color-scheme: light dark; --line: #8883; --quiet: #62626d; --accent: ${accent}; --soft: #8881; --bad: #b3261e; --good: #1a7f42; }
@media (prefers-color-scheme: dark) { :root { --quiet: #a3a3b0; --accent: ${accentInDark}; --bad: #ff8a80; --good: #6fd39a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 0 16px 48px; font: 16px/1.45 system-ui, sans-serif; }
header { padding: 24px 0 12px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; }
h2 { margin: 32px 0 4px; font-size: 18px; }
h3 { margin: 20px 0 4px; font-size: 16px; }
header p, .hint { margin: 4px 0 0; color: var(--quiet); }
.hint, small { font-size: 14px; color: var(--quiet); }
nav { position: sticky; top: 0; z-index: 1; display: flex; gap: 8px; overflow-x: auto; margin: 0 -16px; padding: 8px 16px; background: Canvas; border-bottom: 1px solid var(--line); }
nav a { flex: none; display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; }
nav a[aria-current] { border-color: var(--accent); color: var(--accent); }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 8px; margin: 16px 0 0; }
.totals div { padding: 12px 16px; border: 1px solid var(--line); border-radius: 12px; }
.totals dt { color: var(--quiet); font-size: 14px; }
.totals dd { margin: 0; font-size: 20px; font-variant-numeric: tabular-nums; }
.rows { list-style: none; margin: 8px 0 0; padding: 0; border-top: 1px solid var(--line); }
.rows > li { padding: 12px 0; border-bottom: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; }
.row > :first-child { flex: 1 1 220px; min-width: 0; overflow-wrap: anywhere; }
.row time, .amount { font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 8px 0 0; padding: 12px; background: var(--soft); border-radius: 12px; white-space: pre-wrap; }
.badge { padding: 1px 10px; border: 1px solid currentColor; border-radius: 999px; font-size: 13px; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { color: var(--quiet); }
.empty { padding: 24px 0; color: var(--quiet); }
form { margin: 0; }
.deeds { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); gap: 8px 12px; align-items: end; margin-top: 8px; }
label { display: grid; gap: 4px; font-size: 14px; color: var(--quiet); }
label.tick { display: flex; align-items: center; gap: 8px; min-height: 44px; color: inherit; }
input:not([type=checkbox]), select { min-height: 44px; width: 100%; padding: 0 12px; border: 1px solid #8a8a95; border-radius: 10px; font: inherit; font-size: 16px; color: CanvasText; background: Field; }
input[type=checkbox] { flex: none; width: 20px; height: 20px; accent-color: var(--accent); }
button { min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 12px; background: none; color: inherit; font: inherit; cursor: pointer; }
button.go { background: var(--accent); border-color: var(--accent); color: Canvas; font-weight: 600; }
summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; color: var(--accent); }
@media (max-width: 420px) { nav { gap: 4px; } nav a { padding: 0 11px; font-size: 15px; } }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
