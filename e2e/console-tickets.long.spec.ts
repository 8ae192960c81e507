import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { mailTo } from "./checkout.ts";
import { expectFine, invited, joinByPasskey, sizes, test } from "./console.ts";
import { byKeyboard } from "./console-hands.ts";
import { expect } from "./journey.ts";
import { newPerson } from "./person.ts";

// Its app's seller has an address.
test.use({ appKind: "own" });

test("C47, C59: a ticket with hostile HTML stays text, is taken and answered by keys in its writer's language, threads by mail, and is closed and reopened", async ({
  page,
  app,
  request,
  simulators,
  watch,
}) => {
  test.setTimeout(timeLimit(180));
  const { email } = newPerson();
  const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script> https://evil.example`;
  const contact = await request.post("/api/contact", {
    data: { email, subject: `Doppelt? ${hostile}`, text: `Ich sehe 6,99 zweimal.\n${hostile}` },
    headers: { "accept-language": "de" },
  });
  const { info } = await contact.json();
  const number: string = info.ticket;

  const { email: operator, path } = await invited(app, "support");
  await joinByPasskey(page, path);
  await byKeyboard.press(page.getByRole("link", { name: "Tickets", exact: true }));
  const row = page.getByRole("row").filter({ hasText: number });
  await expect(row).toContainText("Due in 24 h");
  await expectFine(page, "tickets");
  await byKeyboard.press(row.getByRole("link"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${number} · Doppelt? <img src=x`);
  const conversation = page.getByRole("list", { name: "Conversation" });
  await expect(conversation.getByRole("listitem").first()).toContainText(
    "<script>document.title='taken'</script>",
  );
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(conversation.getByRole("link")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^taken/);

  await byKeyboard.press(page.getByRole("button", { name: "Take it" }));
  await expect(page.getByRole("combobox", { name: "Cared for by" })).toHaveValue(operator);
  const text = page.getByLabel("Answer in German");
  await page.getByRole("combobox", { name: "Begin with a text" }).click();
  await page.getByRole("option", { name: /was charged once/ }).click();
  await expect(text).toHaveValue(/deine Bestellung \{\{order\}\} wurde einmal abgebucht/);
  await expect(page.getByText(/^In English:.*your order \{\{order\}\} was charged once/s)).toBeVisible();
  await byKeyboard.press(page.getByRole("button", { name: "Send", exact: true }));
  await expect(page.getByText("Fill in {{order}} first, or remove it.")).toBeVisible();
  expect(watch.complaints.splice(0)).toEqual([
    "Failed to load resource: the server responded with a status of 400 (Bad Request)",
  ]);
  await byKeyboard.fill(text, "Hallo,\n\ndeine Bestellung wurde einmal abgebucht.");
  // What was typed outlives a reload.
  await page.reload();
  await expect(text).toHaveValue(/einmal abgebucht/);
  await expectFine(page, "ticket");
  await byKeyboard.press(page.getByRole("button", { name: "Send", exact: true }));
  await expect(conversation).toContainText("accepted by the mail server");
  await expect(text).toHaveValue("");
  const first = await mailTo(simulators.mailbox, email, new RegExp(`^Re: ${number}: Doppelt`));
  expect(first.text).toContain("deine Bestellung wurde einmal abgebucht.");
  expect(first.text).toContain(`Lass ${number} im Betreff stehen`);
  expect(first.html).not.toContain("<img src=x");
  expect(first.raw).not.toMatch(/Auto-Submitted/i);
  const id = /^Message-ID: (<.+>)\r?$/im.exec(first.raw)?.[1] ?? "none";

  await page.getByText("They wrote", { exact: true }).click();
  await page.getByRole("textbox", { name: "They wrote" }).fill("Danke, jetzt sehe ich es.");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await expect(conversation.getByRole("listitem").last()).toContainText("entered by");
  await page.getByText("Note", { exact: true }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("A polite person.");
  await page.getByRole("button", { name: "Save the note" }).click();
  await expect(conversation.getByRole("listitem").last()).toContainText("Note of the team");
  await page.getByText("Answer", { exact: true }).first().click();
  await text.fill("Gern geschehen.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(conversation.getByRole("listitem").last()).toContainText("Gern geschehen.");
  await expect
    .poll(async () => (await mailTo(simulators.mailbox, email, /^Re: /)).text, { timeout: timeLimit(30) })
    .toContain("Gern geschehen.");
  const { raw } = await mailTo(simulators.mailbox, email, /^Re: /);
  expect(raw.replaceAll(/\r?\n[ \t]+/g, " ")).toContain(`In-Reply-To: ${id}`);

  await page.getByRole("button", { name: "Close the ticket" }).click();
  await expect(page.getByText(/^Closed \d/)).toBeVisible();
  await page.goto("/console/tickets?view=closed");
  await expect(page.getByRole("link", { name: new RegExp(number) })).toBeVisible();
  await page.getByRole("link", { name: new RegExp(number) }).click();
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByText(/^Due in/)).toBeVisible();

  // On call with a phone: finance reads, and answers nothing.
  await page.setViewportSize(sizes[1]);
  await expectAccessible(page, "a ticket that is open again at 390");
});

test("C4, C46, C60: finance reads tickets and has no act; an editor has neither the screen nor its answers", async ({
  page,
  app,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(120));
  const { email } = newPerson();
  const contact = await request.post("/api/contact", { data: { email, subject: "Sound", text: "None." } });
  const { info } = await contact.json();
  await joinByPasskey(page, (await invited(app, "finance")).path, `/console/tickets/${info.ticket}`);
  await expect(page.getByRole("list", { name: "Conversation" })).toContainText("None.");
  for (const name of ["Send", "Close the ticket", "Take it"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await joinByPasskey(other, (await invited(app, "editor")).path);
  for (const name of ["People", "Tickets"])
    await expect(other.getByRole("link", { name, exact: true })).toHaveCount(0);
  for (const path of [`/console/tickets/${info.ticket}`, "/console/people"]) {
    await other.goto(path);
    await expect(other.getByRole("heading", { name: "There is no such screen for you" })).toBeVisible();
  }
  for (const path of [
    `tickets/one?number=${info.ticket}`,
    "tickets",
    `people?q=${email}`,
    `search?q=${email}`,
    `search?q=${info.ticket}`,
  ]) {
    const answer = await other.request.get(`/api/console/${path}`);
    expect(await answer.text(), path).not.toContain(email);
  }
  await context.close();
});

test("§2c: an open list of tickets shows a new one, and an open ticket what a colleague does, without a reload", async ({
  page,
  app,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(120));
  const polled = { timeout: timeLimit(40) };
  await joinByPasskey(page, (await invited(app, "support")).path, "/console/tickets");
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  const contact = await request.post("/api/contact", {
    data: { email: newPerson().email, subject: "Picture", text: "Black." },
  });
  const { info } = await contact.json();
  await expect(page.getByRole("row").filter({ hasText: info.ticket })).toContainText("Picture", polled);
  await page.getByRole("row").filter({ hasText: info.ticket }).getByRole("link").click();
  await page.getByLabel(/^Answer in/).fill("Half a sentence");

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  const colleague = await invited(app, "support");
  await joinByPasskey(other, colleague.path, `/console/tickets/${info.ticket}`);
  await other.getByRole("button", { name: "Take it" }).click();
  await expect(page.getByRole("combobox", { name: "Cared for by" })).toHaveValue(colleague.email, polled);
  await expect(page.getByLabel(/^Answer in/)).toHaveValue("Half a sentence");
  await context.close();
});
