import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { invited, joinByPasskey, openFindings, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** Encoding shares the machine with every other journey. */
const ENCODED = { timeout: timeLimit(120) };

/** Makes a small upright film with a tone. */
/** Each test has tones of its own: equal films are one asset, which keeps the name of the file that came first. */
async function makeFilm(path: string, tone: number): Promise<void> {
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=180x320:rate=25"];
  const sound = ["-f", "lavfi", "-i", `sine=frequency=${tone}:sample_rate=44100`];
  const output = ["-t", "4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", path];
  await promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...picture, ...sound, ...output]);
}

async function acceptAll(page: Page): Promise<void> {
  const open = page.getByRole("list", { name: /^Before it can go live/ }).getByRole("listitem");
  const id = /\/series\/([0-9a-z]+)\//.exec(page.url())?.[1] ?? "";
  const count = await openFindings(page, id);
  // What was found before the last change goes once it is read again.
  await expect(open).toHaveCount(count);
  for (let left = count; left > 0; left -= 1) {
    const first = open.first();
    await first.getByRole("button", { name: "Accept" }).click();
    await first.getByRole("textbox", { name: "Why is this right?" }).fill("A short test film");
    await first.getByRole("button", { name: "Accept" }).click();
    await expect(open).toHaveCount(left - 1);
  }
}

test("C18, C26, C28: an editor uploads a folder, sees where each file goes, writes titles, mends what is open and publishes; a guest sees it", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(240));
  const root = await mkdtemp(join(tmpdir(), "cliffhanger-upload-"));
  const folder = join(root, "The Tin Lantern");
  await mkdir(folder);
  await makeFilm(join(folder, "01 First light.mp4"), 473);
  await makeFilm(join(folder, "03.mp4"), 697);
  await writeFile(
    join(folder, "01 First light.es.srt"),
    "1\n00:00:00,500 --> 00:00:02,000\nBaja la marea.\n",
  );
  await writeFile(join(folder, "Notes.docx"), "notes");

  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/series");
  await expect(page.getByRole("row")).not.toHaveCount(1);

  await page.getByRole("button", { name: "Upload folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload a new series" });
  await dialog.getByLabel("Choose a folder").and(page.locator("input")).setInputFiles(folder);
  await expect(dialog.getByLabel("Title of the series")).toHaveValue("The Tin Lantern");
  await expect(dialog).toContainText("Episode 2 is missing.");
  await expect(dialog.getByRole("row", { name: "Notes.docx" })).toContainText("No film, captions or picture");
  await expect(dialog.getByRole("row", { name: /es\.srt/ })).toContainText("Captions of episode 1, ES");
  const number = dialog.getByRole("textbox", { name: "Episode of 03.mp4" });
  await number.fill("2");
  await number.press("Tab");
  await expect(dialog).not.toContainText("is missing");
  await dialog.getByRole("button", { name: "Upload 3 files" }).click();

  await expect(page).toHaveURL(/\/console\/series\/[0-9a-z]+\/episodes$/);
  await expect(page.getByRole("heading", { name: /The Tin Lantern/ })).toBeVisible();
  const episodes = page.getByRole("table", { name: "Episodes" });
  await expect(episodes.getByRole("row", { name: /01 First light\.mp4/ })).toContainText("Ready", ENCODED);
  await expect(episodes.getByRole("row", { name: /03\.mp4/ })).toContainText("Ready", ENCODED);
  await expect(episodes.getByRole("row", { name: /01 First light\.mp4/ })).toContainText("ES");

  await page.getByRole("link", { name: "Texts" }).click();
  await page.getByRole("textbox", { name: "Synopsis, English" }).fill("A lamp that is never out.");
  const title = page.getByRole("textbox", { name: "Title, Spanish" });
  await title.focus();
  await title.evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text/plain", "El farol\tLa lanterne\tDie Laterne\tA lanterna");
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByRole("textbox", { name: "Title, German" })).toHaveValue("Die Laterne");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title, German" })).toHaveValue("Die Laterne");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden();

  await page.getByRole("link", { name: "Episodes", exact: true }).click();
  await acceptAll(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Publish this series" })
    .getByRole("button", { name: "Publish now" })
    .click();
  await expect(page.getByText("Published. Viewers see it now.")).toBeVisible();

  const guest = await browser.newContext({ baseURL });
  const viewer = await guest.newPage();
  await viewer.goto("/searchDetail/tin%20lantern");
  await expect(viewer.getByRole("link", { name: /The Tin Lantern/ }).first()).toBeVisible();
  await guest.close();
  await rm(root, { recursive: true, force: true });
});

test("C29: of two editors at one text the second is told what the first wrote, loses nothing, and decides", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path, "/console/series");
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("link", { name: "Texts" }).click();
  const field = page.getByRole("textbox", { name: "Title, French" });
  await field.fill("Le mien");

  const second = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const other = await second.newPage();
  const { email, path: link } = await invited(app, "editor");
  await joinByPasskey(other, link, page.url());
  await other.getByRole("textbox", { name: "Title, French" }).fill("Le sien");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Unpublished changes")).toBeVisible();
  await second.close();

  await page.getByRole("button", { name: "Save" }).click();
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await expect(bar).toContainText(`${email} changed the same`);
  await expect(bar).toContainText("Le sien");
  await bar.getByRole("button", { name: "Keep mine" }).click();
  await bar.getByRole("button", { name: "Save" }).click();
  await expect(bar).toBeHidden();
  await expect(field).toHaveValue("Le mien");

  await page.getByRole("link", { name: "Details" }).click();
  await page.getByRole("link", { name: "History" }).click();
  const row = page.getByRole("table", { name: "Versions" }).getByRole("row", { name: email });
  await row.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("link", { name: "Texts" }).click();
  await expect(field).toHaveValue("Le sien");

  await page.goto(page.url().replace("/texts", "/no-such-tab"));
  await expect(page.getByRole("link", { name: "Episodes" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("table", { name: "Episodes" })).toBeVisible();
});
