import { controlStyle } from "../gateway/control-style.ts";

/** The control page's style sheet. */
export const controlSheet = controlStyle("#5046e5", "#a5a0ff");

/** Refreshes the page on changes, but not while the user is filling in a form or has one open. */
export const controlScript = `const main = document.querySelector("main");
const calm = () => !document.hidden && !document.querySelector("details[open]") && !document.activeElement?.closest("form");
setInterval(async () => {
  if (!calm()) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (next && calm() && next.textContent !== main.textContent) location.reload();
}, 2000);
`;
