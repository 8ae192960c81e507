import { execFile } from "node:child_process";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { inDatabase } from "./app-database.ts";
import { expectAccessible } from "./axe.ts";
import { lockedSeries } from "./checkout.ts";
import { expect, test as journey } from "./journey.ts";
import { makePasskey } from "./passkey.ts";
import { newRowId } from "./row-id.ts";

/** A screen of a desk, and of a phone. */
export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A password of an operator, which is long enough. */
export const operatorPassword = "four lanterns under one bridge";

/** The `test` of the console. It opens the app by its name, because browsers refuse passkeys at an IP address. */
export const test = journey.extend({
  baseURL: async ({ app }, use) => use(app.origin.replace("127.0.0.1", "localhost")),
  viewport: sizes[0],
});

/** Runs `npm run operator` on an app's data folder, and returns what it prints. */
export async function runOperator(app: { dataDir: string }, ...args: string[]): Promise<string> {
  const file = join(import.meta.dirname, "../server/src/operators/operator-command.ts");
  const env = { ...process.env, DATA_DIR: app.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { env });
  return stdout;
}

type Role = "owner" | "editor" | "support" | "finance";

/** An invitation: the address that is invited, and the path of the link. */
interface Invited {
  email: string;
  path: string;
}

/** Invites an operator by command. */
export async function invitedByCommand(app: { dataDir: string }, role: Role = "owner"): Promise<Invited> {
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  return { email, path: pathOf(await runOperator(app, "invite", email, "--role", role)) };
}

/** Invites an operator by the rows that the command writes, which takes two seconds less of the machine's time. */
export async function invited(app: { dataDir: string }, role: Role = "owner"): Promise<Invited> {
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const id = newRowId();
  const code = randomBytes(32).toString("base64url");
  await inDatabase(app, async (client) => {
    // A restore is the only other work that writes these rows without a row in the audit log.
    await client.query("select set_config('app.actor', 'system:restore', false)");
    await client.query(
      `insert into operator (id, email, role, language, state, version, created_at)
      values ($1, $2, $3, null, 'invited', 1, now())`,
      [id, email, role],
    );
    // A test may have moved the app's clock by months.
    await client.query(
      `insert into operator_invite (operator_id, code_hash, sent_at, ends_at)
      values ($1, $2, now(), now() + interval '10 years')`,
      [id, createHash("sha256").update(code).digest()],
    );
  });
  return { email, path: `/console/welcome#${code}` };
}

/** Ends the sessions of an operator by the rows that `npm run operator -- end-sessions` deletes. */
export async function endSessions(app: { dataDir: string }, email: string): Promise<void> {
  await inDatabase(app, async (client) => {
    await client.query("select set_config('app.actor', 'system:restore', false)");
    const { rowCount } = await client.query(
      "delete from operator_session where operator_id = (select id from operator where email = $1)",
      [email],
    );
    expect(rowCount, "sessions that ended").toBeGreaterThan(0);
  });
}

/** Returns the path of the first link of an invitation in a text. */
export function pathOf(text: string): string {
  const path = /\/console\/welcome#[\w-]+/.exec(text)?.[0];
  if (path === undefined) throw new Error(`There is no link in: ${text}`);
  return path;
}

/** Gives a page's browser an authenticator that always confirms, as one in a device. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** Moves a row of a list to a place by its handle's dialog. Expects the focus back on the handle. */
export async function moveTo(page: Page, row: string, place: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: `Move ${row}`, exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Move ${row} to…` });
  if (typeof place === "string") await dialog.getByRole("button", { name: place }).click();
  else {
    await dialog.getByRole("combobox", { name: "Place" }).click();
    await page.getByRole("option", { name: place }).click();
  }
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("button[aria-haspopup=dialog]:focus")).toHaveAccessibleName(/^Move /);
}

/**
 * Redeems an invitation by a passkey, which the page's browser has from then on, and opens the console. By the calls that the
 * screen of the invitation makes.
 */
export async function joinByPasskey(page: Page, path: string, at = "/console"): Promise<void> {
  const { request } = page.context();
  const { origin } = new URL((await request.get("/api/config")).url());
  const code = path.replace(/^.*#/, "");
  const welcome = async <T>(proof: object): Promise<T> => {
    const answer = await request.post("/api/console/welcome", {
      data: { code, ...proof },
      headers: { origin },
    });
    const envelope = (await answer.json()) as { code: number; info: T };
    expect(envelope, "the answer to an invitation").toMatchObject({ code: 200 });
    return envelope.info;
  };
  type Offered = { passkey: { challenge: string; options: Parameters<typeof makePasskey>[0] } };
  const { passkey } = await welcome<Offered>({});
  const { response, credential } = makePasskey(passkey.options, origin);
  const proof = { challenge: passkey.challenge, response, name: "Passkey" };
  await welcome({ passkey: proof, language: "en" });
  const { session, authenticatorId } = await addAuthenticator(page);
  await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  await page.goto(at);
  // A dialog that the address opens hides it from the tree of accessibility.
  const navigation = page.getByRole("navigation", { name: "Console", includeHidden: true });
  await expect(navigation).toBeVisible();
}

/** Returns what a call of the console answers to the operator of a page's browser. */
export async function consoleInfo<T>(page: Page, path: string): Promise<T> {
  const answer = await page.context().request.get(`/api/console${path}`);
  const envelope = (await answer.json()) as { code: number; info?: T; data?: T };
  expect(envelope, path).toMatchObject({ code: 200 });
  // A list has another name in the envelope.
  return (envelope.info ?? envelope.data) as T;
}

/** Returns how many points of a series are open before it can be published. */
export async function openFindings(page: Page, seriesId: string): Promise<number> {
  type Info = { findings: { accepted: object | null }[] };
  const { findings } = await consoleInfo<Info>(page, `/series/episodes?id=${seriesId}`);
  return findings.filter(({ accepted }) => accepted === null).length;
}

/**
 * Returns the id of a live series without unpublished changes that can be published at once, and in which nothing is about to change by
 * itself: tests before may have left some of that in the series that home or the list shows first.
 */
export async function publishedSeries(page: Page): Promise<string> {
  type Row = {
    id: string;
    hasDraft: boolean;
    films: { ready: number; waiting: number };
    episodes: { live: number };
    nextDrop: string | null;
  };
  const { list } = await consoleInfo<{ list: Row[] }>(page, "/series?state=live");
  for (const { id, hasDraft, films, episodes, nextDrop } of list) {
    const isStill = films.waiting === 0 && nextDrop === null;
    if (!hasDraft && isStill && films.ready <= episodes.live && (await openFindings(page, id)) === 0)
      return id;
  }
  throw new Error("Every live series has unpublished changes, or is about to change.");
}

/** Goes on to an address of the console as its own links do: the document stays, and what it has loaded. */
export function goWithin(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, "", to), address);
}

/** Redeems an invitation by a passkey on its screen, and saves the recovery codes. */
export async function joinOnScreen(page: Page, path: string): Promise<string[]> {
  await addAuthenticator(page);
  await page.goto(path);
  await page.getByRole("button", { name: "With a passkey" }).click();
  return confirmRecoveryCodes(page);
}

/** Opens the episodes of the series that {@link lockedSeries} returns. */
export async function openSeries(page: Page, origin: string): Promise<void> {
  const { id } = await lockedSeries(origin);
  await page.goto(`/console/series/${id}/episodes`);
}

/** What an operator signs in with by password. */
export interface PasswordProofs {
  secret: string;
  recoveryCodes: string[];
}

/** Redeems an invitation by a password and an authenticator app. */
export async function joinByPassword(page: Page, path: string): Promise<PasswordProofs> {
  await page.goto(path);
  await page.getByRole("button", { name: "With password and code" }).click();
  const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
  await page.getByRole("textbox", { name: "New password" }).fill(operatorPassword);
  await page.getByRole("textbox", { name: "Code" }).fill(oneTimeCode(secret));
  await page.getByRole("button", { name: "Join" }).click();
  return { secret, recoveryCodes: await confirmRecoveryCodes(page) };
}

async function confirmRecoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allInnerTexts();
  await page.getByRole("checkbox", { name: "I have saved these codes" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  return codes;
}

const STEP_SECONDS = 30;

/**
 * Returns the code of an authenticator app (RFC 6238), written from the standard.
 * @param ahead steps after the present one: a code that was used is refused, so the next sign-in needs the next one
 */
export function oneTimeCode(secret: string, ahead = 0): string {
  const step = Math.floor(Date.now() / 1000 / STEP_SECONDS) + ahead;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Fills in the first step of a sign-in by password and sends it. */
export async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(operatorPassword);
  await page.getByRole("button", { name: "Continue with password" }).click();
}

/**
 * Audits a screen without the pages of viewers in it, which are audited by themselves: they run no scripts, so axe could not
 * answer from them. They come back afterwards, because the screen removes them itself when they show something else.
 */
export async function withoutFrames(page: Page, audit: () => Promise<void>): Promise<void> {
  const back = await page.evaluateHandle(() =>
    Array.from(document.querySelectorAll("iframe"), (frame) => {
      const place = document.createComment("frame");
      frame.replaceWith(place);
      return () => place.replaceWith(frame);
    }),
  );
  await audit();
  await back.evaluate((frames) => {
    for (const putBack of frames) putBack();
  });
}

/**
 * Audits what is shown in both colours at two sizes, checks that it fits between them too, and returns to a desk. Colours do not
 * depend on the size, nor the layout on the colours, so two audits see all of both.
 */
export async function expectFine(page: Page, name: string): Promise<void> {
  const views = [
    [1440, 900, "light"],
    [820, 1180, null],
    [390, 844, "dark"],
  ] as const;
  for (const [width, height, audited] of views) {
    await page.setViewportSize({ width, height });
    if (audited) {
      await page.emulateMedia({ colorScheme: audited });
      await expectAccessible(page, `${name} at ${width}`);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    const folder = process.env["SHOTS"];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Opens an address as a guest on a phone without scripts: the page as the server writes it. */
export async function guestPage(browser: Browser, baseURL: string | undefined, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: sizes[1],
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Keeps a picture of the page in the folder that SHOTS names, if it names one. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
