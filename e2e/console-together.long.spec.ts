import type { Page } from "@playwright/test";
import { goWithin, invited, joinByPasskey, publishedSeries, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** Makes a call as the operator of a page. */
async function callFrom<T>(page: Page, method: "GET" | "POST", path: string, body?: object): Promise<T> {
  const answer = await page.evaluate(
    async ([how, address, text]) => {
      const headers = { "Content-Type": "application/json" };
      const init = { method: how, headers, ...(text !== null && { body: text }) };
      const response = await fetch(`/api/console${address}`, init);
      return response.json();
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );
  expect(answer).toMatchObject({ code: 200 });
  return answer.info as T;
}

const refused = (page: Page) => page.getByText(/^Someone else changed this meanwhile/);

test("C29: what somebody else changed meanwhile is on the screen once an act was refused for it, and the next press does it", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  const [mine, theirs, third] = [await invited(app), await invited(app), await invited(app, "editor")];
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await joinByPasskey(page, mine.path);
  await joinByPasskey(other, theirs.path);

  const id = await publishedSeries(page);
  const { content } = await callFrom<{ content: { synopsis: Record<string, string> } }>(
    other,
    "GET",
    `/series/one?id=${id}`,
  );
  const write = (language: string) =>
    callFrom(other, "POST", "/series/change", {
      id,
      set: [
        { path: `synopsis.${language}`, from: content.synopsis[language] ?? null, to: "A tram at night." },
      ],
    });
  await write("en");
  await goWithin(page, `/console/series/${id}/episodes`);
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  const publish = page.getByRole("dialog", { name: "Publish this series" });
  await expect(publish).toContainText("1 changed field");
  await write("es");
  await publish.getByRole("button", { name: "Publish now" }).click();
  await expect(refused(page)).toBeVisible();
  await expect(publish).toContainText("2 changed fields");
  await publish.getByRole("button", { name: "Publish now" }).click();
  await expect(publish).toBeHidden();

  await page.getByRole("link", { name: "Team", exact: true }).click();
  const amount = page.getByRole("textbox", { name: "In the order's currency" });
  await amount.fill("70");
  const requestKey = "01JDT0GETHER00000000000000";
  await callFrom(other, "POST", "/team/refund-amount", { requestKey, from: 50, amount: 60 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(refused(page)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The refund amount is changed")).toBeVisible();

  const row = page.getByRole("row", { name: third.email });
  await joinByPasskey(await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage(), third.path);
  await page.reload();
  await row.getByRole("button", { name: /^Change role/ }).click();
  const role = page.getByRole("dialog", { name: "Change the role" });
  await role.getByRole("radio", { name: "Finance" }).check();
  const { members } = await callFrom<{ members: { id: string; email: string; version: number }[] }>(
    other,
    "GET",
    "/team",
  );
  const member = members.find(({ email }) => email === third.email);
  const change = { id: member?.id, version: member?.version, role: "support" };
  await callFrom(other, "POST", "/team/role", { requestKey: "01JDT0GETHER00000000000001", ...change });
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(refused(page)).toBeVisible();
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(role).toBeHidden();
  await expect(row).toContainText("Finance");

  await page.goto("/console/pages/serviceAgreement/en");
  await page.getByRole("textbox", { name: "Title" }).fill("Rules of the tram");
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  const key = { name: "serviceAgreement", language: "en" };
  const { version } = await callFrom<{ version: number }>(
    other,
    "GET",
    `/pages/one?${new URLSearchParams(key)}`,
  );
  const text = { title: "Terms of the tram", markdown: "Ride." };
  await callFrom(other, "POST", "/pages", { ...key, version, text, isNewVersion: false });
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(refused(page)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText(`${theirs.email} saved this page meanwhile.`);
});
