import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import type { Bought } from "./bought.ts";
import { clockOf, passTime } from "./checkout.ts";
import { invited, joinByPasskey, sizes } from "./console.ts";
import { expect } from "./journey.ts";

const DAY_SECONDS = 86_400;

/** The days of a month that is played, each with its number from 1. */
export interface Days {
  /** Moves the clock to a time of a day, in UTC. It never goes back. */
  reach(day: number, time: string): Promise<void>;
  /** Returns a day as an address and a file write it. */
  iso(day: number): string;
  /** Returns a day as a screen writes it on the last day. */
  shown(day: number): string;
}

/** Begins a month on the day after the one that the app's clock shows. */
export async function beginMonth(origin: string): Promise<Days> {
  const before = await clockOf(origin);
  const first = Date.parse(`${before.toISOString().slice(0, 10)}T00:00:00Z`) + DAY_SECONDS * 1000;
  const iso = (day: number) => new Date(first + (day - 1) * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return {
    async reach(day, time) {
      const ahead = (Date.parse(`${iso(day)}T${time}:00Z`) - (await clockOf(origin)).getTime()) / 1000;
      expect(ahead, `day ${day}, ${time} is ahead`).toBeGreaterThan(0);
      await passTime(origin, Math.ceil(ahead) / DAY_SECONDS);
    },
    iso,
    shown(day) {
      const at = new Date(`${iso(day)}T12:00:00Z`);
      // A screen leaves out the year of its own day, which is the last one.
      const year = iso(31).startsWith(String(at.getUTCFullYear())) ? {} : { year: "numeric" as const };
      return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...year }).format(at);
    },
  };
}

/** Where operators are hired, and what their browsers complain about. */
interface Office {
  browser: Browser;
  app: { dataDir: string };
  baseURL: string | undefined;
  complaints: string[];
}

/** Lets an operator of a role join in a browser of their own. */
export async function hire(
  { browser, app, baseURL, complaints }: Office,
  role: "owner" | "support" | "finance",
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, viewport: sizes[0] })).newPage();
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    // A session ends with the days that pass, and the browser logs that.
    if (message.type() === "error" && !message.text().includes("status of 401"))
      complaints.push(message.text());
  });
  await joinByPasskey(page, (await invited(app, role)).path);
  return page;
}

/** Opens a screen of the console, by a new sign-in if the session has ended with the days that passed. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const passkey = page.getByRole("button", { name: "Continue with a passkey" });
  const main = page.getByRole("navigation", { name: "Console" });
  await expect(passkey.or(main).first()).toBeVisible();
  if (await passkey.isVisible()) await passkey.click();
  await expect(main).toBeVisible();
  await expect(passkey).toBeHidden();
}

/** Chooses why a refund is made, and what it is about. */
async function fillRefund(
  page: Page,
  dialog: Locator,
  { why, amount, goesOn = false }: Omit<Refund, "button">,
): Promise<void> {
  if (amount) await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: why }).click();
  if (goesOn) await dialog.getByRole("checkbox", { name: "End the membership now" }).uncheck();
}

interface Refund {
  why: string;
  /** Without it, all that is left. */
  amount?: string;
  /** The membership goes on. */
  goesOn?: boolean;
  /** The button with which it is refunded or asked for. */
  button: string;
}

/** Opens an order, fills in its refund and presses the button. */
export async function refund(page: Page, { number }: Bought, { button, ...what }: Refund): Promise<void> {
  await open(page, `/console/orders/${number}?dialog=refund`);
  const dialog = page.getByRole("dialog", { name: `Refund ${number}` });
  await fillRefund(page, dialog, what);
  await dialog.getByRole("button", { name: button, exact: true }).click();
}

/** Confirms a refund that was pressed with a passkey, and waits for the gateway's answer. */
export async function proveRefund(page: Page): Promise<void> {
  await page
    .getByRole("dialog", { name: "Show that it is you" })
    .getByRole("button", { name: "Use a passkey" })
    .click();
  await expect(page.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
}

/** Edits one field of a drafted case, sends it, and returns all texts that were on the screen, by the gateway's names. */
export async function sendEvidence(
  page: Page,
  { number }: Bought,
  { field, text }: { field: string; text: string },
): Promise<Record<string, string>> {
  await open(page, "/console/review");
  await page.getByRole("list", { name: "Review" }).getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { name: `Dispute ${number}` })).toBeVisible();
  await page.getByRole("textbox", { name: field }).fill(text);
  const texts: Record<string, string> = {};
  for (const box of await page.locator("[data-field]").all()) {
    const value = await box.getByRole("textbox").inputValue();
    if (value !== "") texts[(await box.getAttribute("data-field")) ?? ""] = value;
  }
  await page.getByRole("button", { name: "Send evidence" }).click();
  const dialog = page.getByRole("dialog", { name: "Send the evidence" });
  await dialog.getByRole("button", { name: "Send evidence" }).click();
  const proof = page.getByRole("button", { name: "Use a passkey" });
  const sent = page.getByText("Evidence sent. The bank's decision arrives by itself.");
  await expect(proof.or(sent).first()).toBeVisible();
  if (await proof.isVisible()) await proof.click();
  await expect(sent).toBeVisible();
  return texts;
}

/** Returns the rows of a table of figures as they are read. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map((text) => text.trim())),
  );
}

/** Expects a table of figures to have just these rows. What the gateways tell late may still arrive. */
export async function expectRows(table: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await table.page().reload();
        await expect(table).toBeVisible();
        await expect(table.page().getByRole("status", { name: "Loading" })).toHaveCount(0);
        return rowsOf(table);
      },
      { timeout: timeLimit(40), intervals: [0, 1000, 2000, 4000] },
    )
    .toEqual(rows);
}

/** Returns the lines of the file that a screen gives for what it shows. */
export async function loadFile(page: Page, button = "CSV"): Promise<string[]> {
  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const text = await readFile(await (await loading).path(), "utf8");
  return text.trimEnd().split("\r\n");
}

const signs: Readonly<Record<string, string>> = { USD: "$", EUR: "€", BRL: "R$" };

/** Returns a decimal as a screen writes it in a currency. */
export function inCurrency(amount: string, currency: string): string {
  return amount.replace(/^(-?)/, `$1${signs[currency]}`);
}

/** Returns the figures of a row as a screen writes them: a label, a currency, amounts. */
export function asShown([label, currency = "", ...amounts]: readonly string[]): string[] {
  return [label ?? "", currency, ...amounts.map((amount) => inCurrency(amount, currency))];
}

/** Runs one of the product's commands on an app's data folder, and returns what it prints. */
export async function runCommand(
  { dataDir }: { dataDir: string },
  name: "report" | "finance",
  ...args: string[]
): Promise<string> {
  const file = join(import.meta.dirname, `../server/src/${name}-command.ts`);
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env });
  return stdout;
}
