import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** How a person uses the console: with a pointer, or by keys alone. */
export interface Hands {
  /** Presses a button or follows a link. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  fill(target: Locator, text: string): Promise<void>;
  /** Ticks a box. */
  check(target: Locator): Promise<void>;
  /** Chooses from a list that is searched. */
  choose(target: Locator, option: string): Promise<void>;
  /** Moves the last row of a list, by the handle of that name, one place up. */
  moveUp(page: Page, handle: string, rows: Locator): Promise<void>;
}

/** With a mouse, and keys for texts alone. */
export const byPointer: Hands = {
  press: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  check: (target) => target.check(),
  async choose(target, option) {
    await target.click();
    await target.fill(option);
    await target.page().getByRole("option", { name: option }).first().click();
  },
  async moveUp(page, handle, rows) {
    const at = (await rows.count()) - 1;
    await page
      .getByRole("button", { name: handle })
      .dragTo(rows.nth(at - 1), { targetPosition: { x: 200, y: 4 } });
  },
};

/** More than any screen has; what Tab does not reach by then, it does not reach. */
const MOST_PRESSES = 600;

/** Presses Tab until a control has the focus, `most` times at the most. */
export async function reach(target: Locator, most = MOST_PRESSES): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  const { keyboard } = target.page();
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

/** By Tab, Enter, Space, arrows and letters. */
export const byKeyboard: Hands = {
  async press(target) {
    await reach(target);
    await target.page().keyboard.press("Enter");
  },
  async fill(target, text) {
    await reach(target);
    const { keyboard } = target.page();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.insertText(text);
    await expect(target).toHaveValue(text);
  },
  async check(target) {
    await reach(target);
    await target.page().keyboard.press("Space");
    await expect(target).toBeChecked();
  },
  async choose(target, option) {
    await reach(target);
    const { keyboard } = target.page();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.insertText(option);
    await expect(target.page().getByRole("option", { name: option }).first()).toBeVisible();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await expect(target).toHaveValue(new RegExp(`^${option}`));
  },
  async moveUp(page, handle) {
    await reach(page.getByRole("button", { name: handle }));
    await page.keyboard.press("ArrowUp");
  },
};
