import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { timeLimit } from "../tools/time-limit.ts";
import { inDatabase } from "./app-database.ts";
import { found } from "./card-numbers.ts";
import { answerBank, cards, choose, expectPaid, mailTo, openCardOrder, payByCard } from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";
import { openPrepared } from "./start-app.ts";

test("R53: after purchases, declines and a bank's step no card number is in our log, database, files or emails", async ({
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const app = await openPrepared("copy", { LOG_LEVEL: "trace" });
  try {
    const context = await browser.newContext({ baseURL: app.origin, locale: "en-US" });
    const page = await context.newPage();
    const person = await becomeMember(page, "/shopping");
    await choose(page, { days: 7 });
    for (const card of [cards.declined, cards.noFunds]) {
      await payByCard(page, card);
      await expect(page.getByRole("alert").filter({ hasText: /declined|not enough money/ })).toBeVisible();
    }
    await payByCard(page, cards.asksOnce);
    await answerBank(page, "Complete authentication");
    await expectPaid(page);
    await openCardOrder(page, app.origin);
    await payByCard(page, cards.good);
    // After two declines within an hour the bank is asked about any card.
    await answerBank(page, "Complete authentication");
    await expectPaid(page);
    const refused = await page.evaluate(async (number) => {
      const body = {
        method: "card",
        orderId: "x",
        paymentMethod: number,
        firstName: number,
        lastName: "Q",
        email: "a@b.cd",
      };
      const answer = await fetch("/api/payment/pay", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return [answer.status, await answer.text()] as const;
    }, "4242 4242 4242 4242");
    expect(refused[0], "a card number that is sent to us is refused").toBe(400);
    expect(found(refused[1])).toEqual([]);
    const mail = await mailTo(app.mailbox, person.email, /^Your receipt /);
    expect(found(mail.raw + mail.text + mail.html)).toEqual([]);
    await context.close();

    const rows = await everyRow(app.dataDir);
    expect(rows, "the dump contains the purchase").toContain("4242");
    expect(rows.length).toBeGreaterThan(10_000);
    expect(found(rows)).toEqual([]);
    await app.stop();
    const log = app.log();
    expect(log.length).toBeGreaterThan(1_000);
    expect(found(log)).toEqual([]);
    expect(await filesWith(app.dataDir)).toEqual([]);
  } finally {
    await app.close();
  }
});

/** Returns every row of every table as text, as a dump would. */
async function everyRow(dataDir: string): Promise<string> {
  return inDatabase({ dataDir }, async (client) => {
    const tables = await client.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows as { name: string }[]) {
      const { rows } = await client.query(`select each::text as text from ${name} each`);
      texts.push(...(rows as { text: string }[]).map(({ text }) => `${name} ${text}`));
    }
    return texts.join("\n");
  });
}

/** Returns the files in a folder that contain a card number, except the simulators' databases. */
async function filesWith(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const bad: string[] = [];
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(folder, "sandbox")) || path.includes("/media/")) continue;
    if (found(await readFile(path, "latin1")).length > 0) bad.push(path);
  }
  return bad;
}
