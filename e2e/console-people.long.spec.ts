import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { buy, orderState } from "./bought.ts";
import { cards, expectPaid, lockedSeries, mailTo, openCardOrder, payByCard } from "./checkout.ts";
import { expectFine, invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect, expectPlaying, findSeries, waitForHydration } from "./journey.ts";
import { becomeMember, newPerson } from "./person.ts";

// The number of declined cards per address and hour is limited, so these tests use their own app.
test.use({ appKind: "own" });

test("C40, C45: support finds a viewer, reads visit, play, paywall, order, mail and ticket in order, grants, revokes and signs out, and the viewer sees each", async ({
  page,
  app,
  browser,
  origin,
  simulators,
}) => {
  test.setTimeout(timeLimit(240));
  const theirs = await browser.newContext({ baseURL: origin });
  const viewer = await theirs.newPage();
  const series = await lockedSeries(origin);
  await viewer.goto(`/videos/${series.id}?ep=1&utm_source=letter&utm_campaign=salt_road`);
  await expectPlaying(viewer);
  // A play is stored from its third second on.
  await expect
    .poll(() => viewer.evaluate(() => document.querySelector("video")?.currentTime ?? 0), {
      timeout: timeLimit(20),
    })
    .toBeGreaterThan(4);
  // Only the app reports that the paywall was reached, some time after it has shown it.
  const reached = viewer.waitForRequest(
    (request) =>
      request.url().endsWith("/api/reports") && (request.postData() ?? "").includes("paywall_view"),
  );
  await viewer.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expect(viewer.getByRole("dialog")).toBeVisible();
  await reached;
  const person = await becomeMember(viewer);
  await openCardOrder(viewer, origin);
  await payByCard(viewer, cards.noFunds);
  await expect(viewer.getByRole("alert").filter({ hasText: "There is not enough money" })).toBeVisible();
  await payByCard(viewer, cards.good);
  await expectPaid(viewer);
  // The page of the result leads on to the series by itself, which would be watched again.
  await viewer.goto("/my");
  await mailTo(simulators.mailbox, person.email, /CH-|[Rr]eceipt/);
  const contact = await viewer.context().request.post("/api/contact", {
    data: { email: person.email, subject: "Charged twice?", text: "I see <b>6.99</b> two times on my card." },
  });
  const { info } = await contact.json();

  await joinByPasskey(page, (await invited(app, "support")).path);
  await page.getByRole("link", { name: "People", exact: true }).click();
  const asked = page.getByLabel(/Mail address or its beginning/);
  await asked.fill("x");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Write at least two letters or digits.")).toBeVisible();
  await asked.fill(person.email.slice(0, 12).toUpperCase());
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: person.email }).click();
  await expect(page.getByRole("heading", { level: 1, name: person.email })).toBeVisible();
  const events = page.getByRole("list", { name: "Everything, newest first" }).getByRole("listitem");
  await expect(events.filter({ hasText: `Ticket ${info.ticket}` })).toContainText("<b>6.99</b>");
  await expect(events.filter({ hasText: "Receipt sent" })).toContainText("accepted by the mail server · 250");
  const texts = await events.allInnerTexts();
  const placeOf = (what: RegExp) => texts.findIndex((text) => what.test(text));
  const order = [
    /Ticket T-/,
    /Receipt sent/,
    /Payment of .* declined/,
    /Order CH-/,
    /Reached the paywall/,
    /campaign salt_road/,
  ];
  const places = order.map(placeOf);
  expect(places, JSON.stringify(texts)).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(placeOf(/^[^\n]*\nWatched /)).toBeGreaterThan(placeOf(/Order CH-/));
  await expectFine(page, "person");
  await page.getByRole("button", { name: "Money", exact: true }).click();
  await expect(events.filter({ hasText: "Receipt sent" })).toHaveCount(0);
  // The same view in another tab.
  await page.reload();
  await expect(page.getByRole("button", { name: "Money", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(events.filter({ hasText: "Receipt sent" })).toHaveCount(0);
  await page.getByRole("button", { name: "All", exact: true }).click();

  const other = await findSeries(
    origin,
    ({ id, episodeCount, freeEpisodeCount }) => id !== series.id && freeEpisodeCount < episodeCount,
  );
  await viewer.goto(`/videos/${other.id}?ep=${other.freeEpisodeCount + 1}`);
  await expect(viewer.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Grant", exact: true }).click();
  const grant = page.getByRole("dialog", { name: "Grant access" });
  await grant.getByLabel("Days", { exact: true }).fill("3");
  await grant.getByLabel("Reason").fill("Two evenings without sound");
  await expectAccessible(page, "the dialog of a grant");
  await grant.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(grant).toBeHidden();
  await expect(page.getByText("Everything, granted")).toBeVisible();
  await expect(events.first()).toContainText("Two evenings without sound");
  await viewer.reload();
  await expectPlaying(viewer);

  await page.getByRole("button", { name: /^Revoke: Everything/ }).click();
  const revoke = page.getByRole("dialog", { name: "Revoke this grant?" });
  await revoke.getByLabel("Reason").fill("Given by mistake");
  await expectAccessible(page, "the dialog that revokes");
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await expect(revoke).toBeHidden();
  await expect(page.getByText("Everything, granted")).toHaveCount(0);
  await viewer.reload();
  await expect(viewer.getByRole("dialog")).toBeVisible();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const out = page.getByRole("dialog", { name: "Sign out everywhere?" });
  await expectAccessible(page, "the dialog that signs out");
  await out.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(out).toBeHidden();
  await expect(page.getByText("Signed in nowhere.")).toBeVisible();
  await viewer.goto("/my");
  await expect(viewer.getByText(person.email)).toHaveCount(0);
  await theirs.close();
});

test("C44, C48, C50: people are found at 390 too, by the search over everything and by a card; an unknown one is said so", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(120));
  const person = await becomeMember(page);
  await joinByPasskey(page, (await invited(app, "finance")).path);
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: person.email })).toBeVisible();
  await page.setViewportSize(sizes[1]);
  await page.goto("/console/people");
  await expect(page.getByText("Who wrote or paid is found here")).toBeVisible();
  await expectFine(page, "people-start");
  await page.getByText("By a card on a statement").click();
  await page.getByLabel("Last four digits").fill("9999");
  await page.getByLabel("Day", { exact: true }).fill("2026-11-19");
  await page.getByLabel("Amount").fill("19.99");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nobody matches.")).toBeVisible();
  await expect(page).toHaveURL(/last4=9999&day=2026-11-19&amount=19.99/);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel(/Mail address or its beginning/).fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: person.email })).toBeVisible();
  await expectFine(page, "people-found");
  await page.goto("/console/people/00000000000000000000000000");
  await expect(page.getByRole("alert").filter({ hasText: "We could not find that." }).first()).toBeVisible();
});

test("C40: finance writes, notes, exports, changes an address that the new mailbox confirms, and schedules a deletion", async ({
  page,
  app,
  browser,
  origin,
  simulators,
}) => {
  test.setTimeout(timeLimit(180));
  const theirs = await browser.newContext({ baseURL: origin });
  const viewer = await theirs.newPage();
  const person = await becomeMember(viewer);
  await joinByPasskey(page, (await invited(app, "finance")).path, `/console/people?q=${person.email}`);
  await page.getByRole("link", { name: person.email }).click();
  const events = page.getByRole("list", { name: "Everything, newest first" }).getByRole("listitem");

  await page.getByRole("textbox", { name: "Notes of the team" }).fill("Prefers <i>mail</i>.");
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(events.first()).toContainText("Prefers <i>mail</i>.");

  await page.getByRole("button", { name: "Write", exact: true }).click();
  const write = page.getByRole("dialog", { name: "Write to this person" });
  await write.getByLabel("Subject").fill("Your question");
  await write.getByRole("textbox", { name: /Answer in|Text/ }).fill("We have found the fault.");
  await expectAccessible(page, "the dialog that writes");
  await write.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Your question");
  await expect(page.getByText("Waiting for them")).toBeVisible();
  await mailTo(simulators.mailbox, person.email, /^Re: T-\d+: Your question/);
  await page.getByRole("link", { name: person.email }).click();

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await file).suggestedFilename()).toMatch(/^person-.+\.zip$/);

  await page.getByRole("button", { name: "Change address" }).click();
  const address = page.getByRole("dialog", { name: "Change the address" });
  const moved = newPerson().email;
  await address.getByLabel("New address").fill(moved);
  await expectAccessible(page, "the dialog of the address");
  await address.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByText(`Waits for ${moved}`)).toBeVisible();
  await mailTo(simulators.mailbox, person.email, /address is about to change/);
  const { text } = await mailTo(simulators.mailbox, moved, /Confirm your new address/);
  await viewer.goto(/https?:\/\/\S+\/claim\?code=[\w-]+/.exec(text)?.[0] ?? "/nowhere");
  await waitForHydration(viewer);
  await viewer.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(viewer).toHaveURL(/\/unlocked$/);
  await viewer.goto(new URL("/my", viewer.url()).href);
  await expect(viewer.getByText(moved)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: moved })).toBeVisible();

  await page.getByRole("button", { name: "Delete account" }).click();
  const deletion = page.getByRole("dialog", { name: "Delete this account?" });
  await expect(deletion).toContainText("the account is erased");
  await deletion.getByLabel("Reason").fill("Asked for by letter");
  await expectAccessible(page, "the dialog that deletes");
  await expectFine(page, "person-deletion");
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(/^Leaves on/)).toBeVisible();
  await mailTo(simulators.mailbox, moved, /delet/i);
  await theirs.close();
});

test("C35, C40: from a person's page support sends the receipt again and refunds the order, by the order's own dialogs", async ({
  page,
  app,
  browser,
  origin,
}) => {
  test.setTimeout(timeLimit(180));
  const buyer = await buy(browser, origin);
  await joinByPasskey(page, (await invited(app, "support")).path, `/console/people?q=${buyer.person.email}`);
  await page.getByRole("link", { name: buyer.person.email }).click();
  const events = page.getByRole("list", { name: "Everything, newest first" }).getByRole("listitem");
  const receipts = events.filter({ hasText: "Receipt sent" });
  await expect(receipts).toHaveCount(1, { timeout: timeLimit(30) });
  const again = page.getByRole("button", { name: `Send receipt again: ${buyer.number}` });
  await again.press("Enter");
  const sending = page.getByRole("dialog", { name: "Send receipt again" });
  await expect(sending.getByText(new RegExp(`is mailed to ${buyer.person.email}`))).toBeVisible();
  expect(page.url()).toContain(`dialog=order-receipt&order=${buyer.number}`);
  await page.keyboard.press("Escape");
  await expect(sending).toBeHidden();
  await expect(again).toBeFocused();
  await again.press("Enter");
  await sending.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("The receipt is being sent")).toBeVisible();

  await page.getByRole("button", { name: `Refund: ${buyer.number}` }).click();
  const dialog = page.getByRole("dialog", { name: `Refund ${buyer.number}` });
  await expect(dialog.getByText(/goes back to Visa ending in 4242/)).toBeVisible();
  await expectFine(page, "person-refund");
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: "Asked for within the refund promise" }).click();
  await dialog.getByRole("button", { name: /^Refund \$/ }).click();
  await expect(page.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
  await expect(dialog).toBeHidden();
  // The page shows it without a reload.
  await expect(page.getByRole("button", { name: `Refund: ${buyer.number}` })).toHaveCount(0);
  await expect(events.filter({ hasText: `for ${buyer.number}` }).first()).toContainText("Refund of");
  expect(await orderState(buyer)).toBe("refunded");
  await buyer.page.context().close();
});
