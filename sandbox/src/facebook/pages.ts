import { html, page } from "../html.ts";
import { people } from "./people.ts";

/** What the dialog may load. Forms may lead anywhere, because the answer goes to the app's address. */
export const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Returns the dialog: which person to be, and what the app may know. `action` is the address of the answer. */
export function dialogPage(app: string, action: string, scopes: string[]): string {
  const choices = people.map(
    ({ name, email }, at) =>
      html`<label class="choice">${radio(String(at), at === 0)}<span><strong>${name}</strong><small>${email}</small></span></label>\n`,
  );
  return page(
    "Facebook simulator",
    html`<header><b>facebook</b><span>simulator</span></header>
<main>
<h1>Continue to the app?</h1>
<p>App ${app}. This is not Facebook: it plays its part on this machine, with people who do not exist.</p>
<form method="post" action="${action}">
<fieldset><legend>Who are you?</legend>
${choices}
<label class="choice">${radio("other", false)}<span><strong>Somebody else</strong></span></label>
<div class="typed">
<label>Name <input name="name" autocomplete="off" maxlength="100"></label>
<label>E-mail <input name="email" type="email" autocomplete="off" maxlength="200"></label>
</div>
</fieldset>
<fieldset><legend>What may the app know?</legend>
<label class="switch"><input type="checkbox" checked disabled><span>Name and picture</span></label>
${scopes.includes("email") ? html`<label class="switch"><input type="checkbox" name="share_email" checked><span>E-mail address</span></label>` : []}
</fieldset>
<fieldset><legend>For trying things out</legend>
<label class="switch"><input type="checkbox" name="confirmed" checked><span>The e-mail address is confirmed at Facebook</span></label>
</fieldset>
<div class="deeds"><button class="go" name="decision" value="approve">Continue</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button></div>
</form>
</main>`,
  );
}

/** Returns the page that Facebook shows when the app's address is invalid. */
export function faultPage(fault: string): string {
  return page(
    "Facebook simulator",
    html`<header><b>facebook</b><span>simulator</span></header><main><h1>This does not work</h1><p role="alert">${fault}</p></main>`,
  );
}

function radio(value: string, checked: boolean) {
  return checked
    ? html`<input type="radio" name="person" value="${value}" checked>`
    : html`<input type="radio" name="person" value="${value}">`;
}

/** The dialog's style sheet. */
export const style = `:root { color-scheme: light; --blue: #0a5fd8; --line: #d5d9e0; --quiet: #565b66; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1f5; color: #14171c; font: 16px/1.45 system-ui, sans-serif; }
header { display: flex; align-items: baseline; gap: 8px; padding: 14px 20px; background: var(--blue); color: #fff; }
header b { font-size: 22px; }
main { margin: 0 auto; max-width: 480px; padding: 24px 20px 40px; background: #fff; min-height: calc(100vh - 58px); }
@media (min-width: 560px) { main { margin: 32px auto; border-radius: 16px; min-height: 0; padding: 32px; } }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; }
p { margin: 0 0 20px; color: var(--quiet); }
fieldset { margin: 0 0 20px; padding: 0; border: 0; }
legend { margin-bottom: 8px; padding: 0; font-weight: 600; }
.choice, .switch { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; margin-bottom: 8px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--blue); background: #f0f6ff; }
.switch { border: 0; padding: 4px 0; margin: 0; }
.choice small { display: block; color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
input[type="radio"], input[type="checkbox"] { width: 20px; height: 20px; flex: none; accent-color: var(--blue); }
.typed { display: grid; gap: 8px; padding-left: 12px; border-left: 3px solid var(--line); }
.typed label { display: grid; gap: 4px; color: var(--quiet); font-size: 14px; }
.typed input { min-height: 44px; padding: 0 12px; border: 1px solid #8a92a0; border-radius: 10px; font: inherit; font-size: 16px; color: inherit; background: #fff; width: 100%; }
.deeds { display: grid; gap: 8px; }
button { min-height: 48px; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.go { background: var(--blue); border-color: var(--blue); color: #fff; }
:focus-visible { outline: 3px solid #7fb0ff; outline-offset: 2px; }
`;
