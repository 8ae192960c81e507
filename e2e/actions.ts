import type { Page } from "@playwright/test";

/**
 * Counts what a person does from now on, on every page that this one opens and in their frames: each tap, and each field that is
 * filled once. What the owner of a wallet has set up in it before does not count.
 */
export async function countActions(page: Page): Promise<() => number> {
  let taps = 0;
  const fields = new Set<string>();
  await page.exposeBinding("noteAction", ({ frame }, field: string | null) => {
    if (field === null) taps += 1;
    else if (!frame.url().includes("/wallet/sheet")) fields.add(`${frame.url()} ${field}`);
  });
  await page.addInitScript(() => {
    const note = (field: string | null) =>
      (window as unknown as { noteAction(name: string | null): void }).noteAction(field);
    // On the document: a tap that Playwright takes back, because something else lay there, ends at the window.
    document.addEventListener("pointerdown", (event) => event.isTrusted && note(null), true);
    addEventListener(
      "input",
      ({ target }) => {
        const typed = target instanceof HTMLInputElement && !/^(?:checkbox|radio)$/.test(target.type);
        if (typed) note(target.name);
      },
      true,
    );
  });
  return () => taps + fields.size;
}
