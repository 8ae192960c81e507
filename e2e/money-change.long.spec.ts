import { buyByCall } from "./buy-by-call.ts";
import { expectPaid, payByCard, pick } from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

test("case 111, case 113, R25: a subscriber changes to a dearer plan at once, and plans a cheaper one", async ({
  page,
}, info) => {
  const picture = async (name: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.screenshot({ path: info.outputPath(`${name}-${size.width}.png`), fullPage: true });
    }
    await page.setViewportSize(sizes[0] ?? { width: 390, height: 844 });
  };
  await becomeMember(page);
  await buyByCall(page, { days: 30 });
  await page.goto("/shopping");
  await page.getByRole("button", { name: /^Change now for/ }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Unused time")).toBeVisible();
  await expect(sheet).toContainText("Then $99.99 every 365 days");
  await picture("change-now");
  await expect(sheet.getByRole("button", { name: /^Pay \$[\d.]+ with Visa ··4242$/ })).toBeVisible();
  await pick(page, "Card");
  await sheet.getByRole("button", { name: /^Change for/ }).click();
  await expect(sheet.getByText("Please read the terms")).toBeVisible();
  await sheet.getByRole("checkbox", { name: "I agree" }).check();
  await sheet.getByRole("button", { name: /^Change for/ }).click();
  await expect(page).toHaveURL(/\/order\/easy/);
  await expect(page.getByText("Unused time of 30 days")).toBeVisible();
  await expect(page.getByText(/Renews every 365 days for \$99\.99/)).toBeVisible();
  await picture("change-pay");
  await payByCard(page);
  await expectPaid(page);
  await page.goto("/shopping");
  await page
    .getByRole("button", { name: /^Change on/ })
    .first()
    .click();
  await sheet.getByRole("checkbox", { name: "I agree" }).check();
  await sheet.getByRole("button", { name: /^Change on/ }).click();
  await expect(page.getByText(/^From .*: 7 days, \$9\.99/)).toBeVisible();
  await picture("change-planned");
  await page.getByRole("button", { name: "Keep 365 days instead" }).click();
  await expect(page.getByText(/^From .*: 7 days/)).toBeHidden();
});

test("case 111: a dearer plan is paid by the saved card in one tap", async ({ page }) => {
  await becomeMember(page);
  await buyByCall(page, { days: 7 });
  await page.goto("/shopping");
  await page
    .getByRole("button", { name: /^Change now for/ })
    .first()
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox", { name: "I agree" }).check();
  await sheet.getByRole("button", { name: /^Pay .* with Visa ··4242$/ }).click();
  await expectPaid(page);
  await page.goto("/individual");
  await expect(page.getByText(/30 days/).first()).toBeVisible();
});
