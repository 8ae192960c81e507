import { choose, expectPaid, lockedSeries, openCardOrder, payByCard } from "./checkout.ts";
import { expectPlaying } from "./journey.ts";
import { becomeMember, newPerson } from "./person.ts";
import { banner, events, expect, received, test } from "./pixels.ts";

test("R27, R86, R98: a purchase is reported once, with the order's id and amount, also when its page is reloaded", async ({
  page,
  site,
  externalRequests,
}) => {
  await becomeMember(page, "/");
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => events(site, "meta")).toContain("PageView");
  await page.goto("/shopping");
  await expect(page.getByRole("radio").first()).toBeAttached();
  await choose(page, { days: 30 });
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  await expect
    .poll(() => events(site, "meta"))
    .toEqual(expect.arrayContaining(["InitiateCheckout", "AddPaymentInfo"]));
  const before = (await received(site)).length;
  const asked = externalRequests.length;
  await payByCard(page);
  await expectPaid(page);
  await expect.poll(() => events(site, "meta")).toEqual(expect.arrayContaining(["Purchase", "Subscribe"]));
  await expect
    .poll(() => events(site, "google"))
    .toEqual(expect.arrayContaining(["purchase", "subscription_start"]));
  await expect.poll(() => events(site, "tiktok")).toEqual(expect.arrayContaining(["Purchase", "Subscribe"]));
  const onCard = externalRequests
    .slice(asked)
    .filter((request) => request.frame().url().includes("/order/easy"));
  expect(
    onCard.filter((request) => request.url().startsWith(site.pixels)),
    "R28: none where a card is entered",
  ).toEqual([]);

  const since = (await received(site)).slice(before).filter(({ kind }) => kind === "event");
  const money = /^(purchase|subscribe|subscription_start)$/i;
  expect(
    since.map(({ event }) => event).filter((event) => !money.test(event)),
    "and nothing else",
  ).toEqual([]);
  const orderId = new URL(page.url()).searchParams.get("order");
  const { info: order } = await page.evaluate(
    async (id) => (await fetch(`/api/payment?orderId=${id}`)).json(),
    orderId,
  );
  expect(new Set(since.map(({ eventId }) => eventId))).toEqual(new Set([order.eventId]));
  const sale = since.filter(({ event }) => /^purchase$/i.test(event));
  expect(Object.fromEntries(sale.map(({ vendor, params }) => [vendor, params]))).toMatchObject({
    meta: { value: String(order.total.amount / 100), currency: order.total.currency, order_id: orderId },
    tiktok: { value: order.total.amount / 100, currency: order.total.currency, order_id: orderId },
    google: { value: order.total.amount / 100, currency: order.total.currency, transaction_id: orderId },
  });

  await page.reload();
  await expectPaid(page);
  await expect
    .poll(async () => (await received(site)).filter(({ kind }) => kind === "script").length)
    .toBeGreaterThan(8);
  const sales = (await received(site)).filter(({ event }) => /^purchase$/i.test(event));
  expect(sales.map(({ vendor }) => vendor).toSorted()).toEqual(["google", "meta", "tiktok"]);
});

test("R27, R86: a guest's purchase on the checkout document is reported once, by the episode that follows it", async ({
  page,
  site,
  origin,
}) => {
  const series = await lockedSeries(origin);
  await page.goto("/");
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => events(site, "meta")).toContain("PageView");
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Unlock this series/ })
    .click();
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByLabel("E-mail").fill(newPerson().email);
  await payByCard(page);
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  await expectPlaying(page);
  for (const vendor of ["meta", "tiktok", "google"] as const)
    await expect
      .poll(async () => (await events(site, vendor)).map((event) => event.toLowerCase()))
      .toContain("purchase");
  await page.reload();
  await expectPlaying(page);
  await expect
    .poll(async () => (await events(site, "meta")).filter((event) => event === "PageView").length)
    .toBeGreaterThan(3);
  const sales = (await received(site)).filter(({ event }) => /^purchase$/i.test(event));
  expect(sales.map(({ vendor }) => vendor).toSorted()).toEqual(["google", "meta", "tiktok"]);
});

test("R28, R34: the card form's page requests nothing from a vendor, and its policy names none", async ({
  page,
  site,
  origin,
  externalRequests,
}) => {
  await becomeMember(page, "/");
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => events(site, "tiktok")).toContain("Pageview");
  await openCardOrder(page, origin);
  const asked = externalRequests.length;
  const document = await page.reload();
  expect(document?.headers()["content-security-policy"]).not.toContain(site.pixels);
  await expect(page.getByLabel("First name")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(externalRequests.slice(asked).filter((request) => request.url().startsWith(site.pixels))).toEqual(
    [],
  );
  expect(await page.evaluate(() => [typeof window.fbq, typeof window.ttq, typeof window.gtag])).toEqual(
    Array(3).fill("undefined"),
  );
  await expect(banner(page)).toHaveCount(0);
});

declare global {
  interface Window {
    fbq?: unknown;
    ttq?: unknown;
    gtag?: unknown;
  }
}
