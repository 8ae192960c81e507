import {
  cardCharges,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  mailTo,
  orderIn,
  payByCard,
  pick,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

/** Formats a day as the language does (R96). */
function inDays(days: number): RegExp {
  // The purchase may be before or after midnight.
  const dates = [0, 60_000].map((late) =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(
      Date.now() + late + days * 86_400_000,
    ),
  );
  return new RegExp(dates.join("|"));
}

test("R7, R25, R50: no plan or consent is preselected, and the terms are next to the button", async ({
  page,
}) => {
  await becomeMember(page, "/shopping");
  const submit = page.getByRole("button", { name: "Choose what suits you" });
  await submit.click();
  await expect(page.getByText("Please choose one of these first.")).toBeVisible();
  for (const [days, price] of [
    [7, "$9.99"],
    [30, "$19.99"],
    [365, "$99.99"],
  ] as const) {
    await pick(page, new RegExp(`renews every ${days} days`));
    await expect(page.getByRole("checkbox", { name: "I agree" })).not.toBeChecked();
    for (const [method, charged] of [
      ["Card", "charged to your card"],
      ["PayPal", "charged through PayPal"],
    ] as const) {
      await pick(page, method);
      const terms = page.getByText(`Renews every ${days} days for ${price}, ${charged}. Next charge: `);
      await expect(terms).toContainText(inDays(days));
      await expect(terms).toContainText("Cancel at any time to avoid future charges.");
    }
  }
  await page.getByRole("button", { name: /^Subscribe/ }).click();
  await expect(page.getByText("Please read the terms and tick “I agree” to go on.")).toBeVisible();
  await expect(page).toHaveURL(/\/shopping/);
});

test("R7, R9: in German the same terms are in German, with a price in euros", async ({ browser, origin }) => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: "de-DE",
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("/shopping");
  await pick(page, /alle 30 Tage/);
  await pick(page, "Karte");
  const terms = page.getByText(/Verlängert sich alle 30 Tage/);
  await expect(terms).toContainText(/19,99\s€/);
  await expect(terms).toContainText(inDays(30));
  await expect(terms).toContainText(/Karte/);
  await expect(terms).toContainText(/kündigen|Kündige|kündbar/);
  await context.close();
});

test("R3, R15, R16, R41, R46: a membership by card opens every series, and the account shows plan, renewal date and period", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const person = await becomeMember(page, "/my");
  await expect(page.getByText("Free Plan")).toBeVisible();
  await page.getByRole("link", { name: "Subscribe Now" }).click();
  await choose(page, { days: 30 });
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  await expect(page.getByText(/Renews every 30 days for \$19\.99, charged to your card/)).toBeVisible();
  const orderId = orderIn(page);
  await payByCard(page, cards.good);
  await expectPaid(page);
  await expect(page.getByText(/^Renews on .* for \$19\.99\./)).toContainText(inDays(30));
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);

  await page.goto("/my");
  await expect(page.getByText(/Renews on .* and every 30 days after that\./)).toContainText(inDays(30));
  await expect(page.getByText("Free Plan")).toHaveCount(0);
  await expect(page.getByText(/^Visa .+ 4242$/)).toBeVisible();
  await page.goto("/individual");
  await expect(page.getByText(/^\$19\.99 on /)).toContainText(inDays(30));

  const others = await page.evaluate(async () => {
    const answer = await fetch("/api/homepage/query?pageSize=100");
    return (await answer.json()).data.list as {
      id: string;
      episodeCount: number;
      freeEpisodeCount: number;
    }[];
  });
  const other = others.find((one) => one.id !== series.id && one.episodeCount > one.freeEpisodeCount);
  await page.goto(`/videos/${other?.id}?ep=${other?.episodeCount}`);
  await expectPlaying(page);
  await page.goto("/shopping");
  await expect(page.getByText("You are a member: 30 days")).toBeVisible();
  await expect(page.getByRole("radio"), "a second membership is not sold").toHaveCount(0);
  const mail = await mailTo(simulators.mailbox, person.email, /^Your receipt /);
  expect(mail.text).toMatch(inDays(30));
});

test("R7, R15, R27, R75, case 137: a membership bought from a series continues in it, is cancelled with two taps, above the cheaper plans, and resumed with one; a reason may follow", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const person = await becomeMember(page, `/shopping?series=${series.id}`);
  await choose(page, { days: 30 });
  await payByCard(page);
  await expectPaid(page);
  await expect(page.getByRole("link", { name: `Continue episode ${series.locked}` })).toBeVisible();
  await page.goto("/individual");
  await page.getByRole("button", { name: "Cancel membership" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(/^Every episode stays open to you until/)).toContainText(inDays(30));
  await expect(sheet.getByText("It does not renew, and nothing more is charged.")).toBeVisible();
  const confirm = sheet.getByRole("button", { name: "Cancel membership" });
  const cheaper = sheet.getByRole("region", { name: "Or go on for less:" });
  await expect(cheaper.getByRole("link")).toHaveText([/^7 days\$/]);
  await expect
    .poll(async () => {
      const [button, plans] = await Promise.all([confirm.boundingBox(), cheaper.boundingBox()]);
      return button && plans && plans.y > button.y + button.height;
    })
    .toBe(true);
  await confirm.click();
  await expect(page.getByText(/^It stays open until .* and will not renew\./)).toContainText(inDays(30));
  await page.getByRole("button", { name: "I need a pause" }).click();
  await expect(page.getByText("Thank you. It helps us.")).toBeVisible();
  await mailTo(simulators.mailbox, person.email, /^Your membership is cancelled$/);
  await page.goto("/my");
  await expect(page.getByText(/^Yours until .* It will not renew\./)).toBeVisible();
  await page.getByRole("button", { name: "Undo: keep my membership" }).click();
  await expect(page.getByText(/Renews on .* and every 30 days after that\./)).toBeVisible();
});
