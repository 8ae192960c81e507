/** The default style of a card field, before the surrounding page sets its own. */
export const fieldSheet = `* { box-sizing: border-box; }
html, body { margin: 0; padding: 0; background: transparent; overflow: hidden; height: 100%; }
body { display: flex; align-items: center; }
input { flex: 1; min-width: 0; width: 100%; margin: 0; padding: 0; border: 0; outline: 0; background: transparent; color: #32325d; font: 16px/1.2 system-ui, sans-serif; line-height: 1.2em; animation: emptied 1ms; }
input::placeholder { color: #757680; opacity: 1; }
input:-webkit-autofill { animation: filled 1ms; }
@keyframes filled { from { opacity: 1; } }
@keyframes emptied { from { opacity: 1; } }
.brand { display: none; }
.icon .brand { display: inline-block; flex: none; width: 2.4em; font: 700 9px/1 system-ui, sans-serif; text-transform: uppercase; letter-spacing: 0.02em; }
.icon .brand::before { content: "▭"; font-size: 16px; }
.icon .brand[data-brand="visa"]::before { content: "Visa"; font-size: inherit; }
.icon .brand[data-brand="mastercard"]::before { content: "MC"; font-size: inherit; }
.icon .brand[data-brand="amex"]::before { content: "Amex"; font-size: inherit; }
.icon .brand[data-brand="discover"]::before { content: "Disc"; font-size: inherit; }
.icon .brand[data-brand="jcb"]::before { content: "JCB"; font-size: inherit; }
.icon .brand[data-brand="diners"]::before { content: "Dine"; font-size: inherit; }
.icon .brand[data-brand="unionpay"]::before { content: "UP"; font-size: inherit; }
`;

/** The style sheet of the simulated bank's page. */
export const challengeSheet = `:root { color-scheme: light; --ink: #17203a; --quiet: #566079; --line: #d8deea; --bank: #3d3fd0; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: #fff; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 16px 20px; border-bottom: 1px solid var(--line); }
header strong { font-size: 18px; }
header span { padding: 2px 10px; border-radius: 999px; background: #fff2cc; color: #6b4e00; font-size: 13px; font-weight: 600; }
main { flex: 1; display: flex; flex-direction: column; width: 100%; max-width: 440px; margin: 0 auto; padding: 20px; }
h1 { margin: 0 0 6px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--quiet); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0 0 20px; padding: 14px 16px; border: 1px solid var(--line); border-radius: 12px; }
dt { color: var(--quiet); }
dd { margin: 0; text-transform: capitalize; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 10px; margin-top: auto; }
button { min-height: 48px; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.go { background: var(--bank); border-color: var(--bank); color: #fff; }
button.plain { border-color: transparent; color: var(--quiet); font-weight: 500; }
small { color: var(--quiet); text-align: center; }
:focus-visible { outline: 3px solid #9aa0ff; outline-offset: 2px; }
@media (min-width: 560px) and (min-height: 700px) { body.whole main { flex: none; margin: 48px auto; padding: 28px; border: 1px solid var(--line); border-radius: 16px; } body.whole form { margin-top: 8px; } }
`;
