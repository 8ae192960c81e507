import { expectWaitForEnd } from "./early-code.ts";
import { expect, test, waitForHydration } from "./journey.ts";
import { withoutCode } from "./without-code.ts";

for (const path of ["/search", "/searchDetail/salt"]) {
  test(`R23: text typed into ${path} before hydration stays and gets suggestions`, async ({ page }) => {
    const release = await withoutCode(page);
    await page.goto(path);
    const field = page.getByRole("combobox", { name: "Search" });
    await field.fill("");
    await field.pressSequentially("crown");
    await release();
    await expect(page.getByRole("option", { name: /Salt in the Crown/ }).first()).toBeVisible();
    await expect(field).toHaveValue("crown");
    await expect(field).toBeFocused();
  });
}

test("R23: a tap on Search before hydration puts the cursor into the field, and Cancel leads back", async ({
  page,
}) => {
  const release = await withoutCode(page);
  await page.goto("/browse/all");
  await page.getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await release();
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(field).toBeFocused();
  await field.pressSequentially("salt");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/salt$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/browse\/all$/);
});

test("R24: results that were opened by their address lead to the search, also after another keyword", async ({
  page,
}) => {
  await page.goto("/searchDetail/salt");
  await waitForHydration(page);
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("crown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/crown$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test("R26: a message written before hydration stays and can be sent", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/contactUs");
  await page.getByLabel("Your e-mail").fill("mara@example.com");
  await page.getByLabel("Subject").fill("A question");
  await page.getByLabel("Message").fill("Where is the next episode?");
  await release();
  const send = page.getByRole("button", { name: "Send message" });
  await expect(send).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("A question");
  await send.click();
  await expect(page.getByRole("heading", { name: "Your message has arrived" })).toBeVisible();
});

test("R26: a question expanded before hydration appears in the address afterwards", async ({ page }) => {
  const release = await withoutCode(page);
  await page.goto("/commonQuestions");
  await page.getByRole("heading", { name: "How do I cancel?" }).click();
  const answer = page.getByText("with two taps and without a reason");
  await expect(answer).toBeVisible();
  await release();
  await expect(page).toHaveURL(/\/commonQuestions#cancel$/);
  await expect(answer).toBeVisible();
});

test("R30: a button pressed before hydration acts once, after hydration", async ({ page }) => {
  const release = await withoutCode(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/browse/all");
  const categories = page.getByRole("button", { name: "Categories" });
  await categories.click();
  await categories.click();
  await release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("R1: code that is there before the end of the page, from its page-state on, waits for it", async ({
  browser,
  origin,
}) => {
  await expectWaitForEnd(browser, origin, "page-state");
});
