import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { timeLimit } from "../tools/time-limit.ts";
import { expectFine, invited, joinByPasskey, moveTo, openSeries, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** Encoding shares the machine with every other journey. */
const ENCODED = { timeout: timeLimit(120) };

/** Makes a small upright film with a tone. */
async function makeFilm(path: string): Promise<string> {
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=180x320:rate=25"];
  const sound = ["-f", "lavfi", "-i", "sine=frequency=520:sample_rate=44100"];
  const output = ["-t", "4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", path];
  await promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...picture, ...sound, ...output]);
  return path;
}

test("C25, C28, C30: episodes are put in order by mouse and keys, restored from History, and one gets another film", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(240));
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await openSeries(page, app.origin);
  const table = page.getByRole("table", { name: "Episodes" });
  const files = () => table.locator("td:nth-child(3)").allInnerTexts();
  await expect(table.getByRole("button", { name: "Move Episode 1" })).toBeVisible();
  const before = await files();
  const [first, second, third, ...rest] = before;
  expect(new Set(before).size).toBe(before.length);

  // A new order is shown before it is saved.
  let saved = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/console/episode/reorder")) saved += 1;
  });
  // By the mouse to the second place, and by keys two further and back by one: the handle keeps the focus.
  const target = table.getByRole("row", { name: /^.*2 / }).filter({ hasText: second });
  await table.getByRole("button", { name: "Move Episode 1" }).dragTo(target, {
    targetPosition: { x: 300, y: 40 },
  });
  await expect.poll(files).toEqual([second, first, third, ...rest]);
  await expect(page.getByText("The new order is in the draft: publish it to show it")).toBeVisible();
  await expect(page.getByText("Unpublished changes")).toBeVisible();
  await table.getByRole("button", { name: "Move Episode 2" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(files).toEqual([second, third, first, ...rest]);
  await expect(table.getByRole("button", { name: "Move Episode 3" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect.poll(files).toEqual([second, first, third, ...rest]);
  await expect.poll(() => saved).toBe(3);
  await page.reload();
  await expect.poll(files).toEqual([second, first, third, ...rest]);
  // To a place that is named, by keys alone: the focus returns to the handle.
  await moveTo(page, "Episode 2", "First place");
  await expect.poll(files).toEqual([first, second, third, ...rest]);
  await moveTo(page, "Episode 1", /^2 · /);
  await expect.poll(files).toEqual([second, first, third, ...rest]);
  await expectFine(page, "episodes");

  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("row").first()).toContainText("Order of the episodes");
  await page.getByRole("row").last().getByRole("button", { name: "Restore" }).click();
  await page.getByRole("link", { name: "Episodes", exact: true }).click();
  await expect.poll(files).toEqual(before);

  // What viewers have paid for stays: the dialog says why, and what to do instead.
  const remove = table.getByRole("button", { name: "Remove: Episode 2" });
  await remove.click();
  const removal = page.getByRole("dialog", { name: "Remove episode 2" });
  await expect(removal).toContainText("Viewers see episode 2");
  await expect(removal.getByRole("button", { name: "Remove episode" })).toHaveCount(0);
  await expectFine(page, "remove");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();

  const root = await mkdtemp(join(tmpdir(), "cliffhanger-replace-"));
  const film = await makeFilm(join(root, "The second, final.mp4"));
  await table.getByRole("button", { name: "Replace: Episode 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace the film of episode 2" });
  await dialog.locator("input[type=file]").setInputFiles(film);
  await expect(dialog).toContainText("Viewers go on with the present film");
  await expectFine(page, "replace");
  await dialog.getByRole("button", { name: "Upload film" }).click();
  await expect(dialog).toBeHidden();
  const row = table.getByRole("row", { name: /The second, final\.mp4/ });
  await expect(row).toContainText("Ready", ENCODED);
  await expect(row.getByRole("button", { name: "Move Episode 2" })).toBeVisible();
  await rm(root, { recursive: true, force: true });
});

test("C28: captions are added from a file of any name, read, shifted by keys, deleted, and brought back by the notice", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(180));
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await openSeries(page, app.origin);
  await page.getByRole("link", { name: "Captions", exact: true }).click();
  const chosen = Promise.withResolvers<void>();
  await page.route(/\/api\/console\/episode\/film\?/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  const table = page.getByRole("table", { name: "Captions" });
  const open = table.getByRole("link", { name: "Open the captions of episode 1 in French" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Captions of episode 1, French" });
  const cues = dialog.getByRole("region", { name: "Captions with their times" }).getByRole("listitem");
  await expect(cues.first()).toBeVisible();
  // Beside the film: a caption is gone to by a click, also before the film is there, and the one that is shown is marked.
  const film = dialog.getByLabel("Film of episode 1");
  const present = dialog.locator('button[aria-current="true"]');
  const time = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
  const second = cues.nth(1).getByRole("button");
  const starts = Number(/0:(\d\d\.\d{3})/.exec(await second.innerText())?.[1]);
  await second.click();
  chosen.resolve();
  await expect.poll(time).toBeCloseTo(starts, 1);
  await expect(present).toHaveText((await second.innerText()).replace("\n", ""));
  await cues.first().getByRole("button").click();
  await second.click();
  expect(await time()).toBeCloseTo(starts, 1);
  await cues.first().getByRole("button").click();
  await expect(cues.first().getByRole("button")).toHaveAttribute("aria-current", "true");
  // The next one is marked for a moment only, which must not fall between two looks.
  const marked = second.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const look = () => element.ariaCurrent === "true" && resolve();
        new MutationObserver(look).observe(element, { attributeFilter: ["aria-current"] });
        look();
      }),
  );
  await film.evaluate((video: HTMLVideoElement) => video.play());
  await marked;
  await film.evaluate((video: HTMLVideoElement) => video.pause());
  const first = await cues.first().innerText();
  await dialog.getByRole("textbox", { name: "Shift all by" }).fill("1500");
  await expect(cues.first()).not.toHaveText(first.replace("\n", ""));
  await expectFine(page, "captions-dialog");
  await page.keyboard.press("Enter");
  await expect(page.getByText("All captions are shifted by 1,500 ms")).toBeVisible();
  const shifted = await cues.first().innerText();
  await page.reload();
  await expect(cues.first()).toHaveText(shifted.replace("\n", ""));

  await dialog.getByRole("button", { name: "Delete captions" }).click();
  await expect(dialog).toBeHidden();
  const add = table.getByRole("button", { name: "Add captions of episode 1 in French" });
  await expect(add).toBeVisible();
  // The notice stays as long as it has the focus.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await expectFine(page, "captions");
  await undo.click();
  await expect(page.getByText("The captions of episode 1 in French are back")).toBeVisible();
  await open.click();
  await expect(cues.first()).toHaveText(shifted.replace("\n", ""));
  await dialog.getByRole("button", { name: "Delete captions" }).click();

  await expect(add).toBeVisible();
  const srt = "1\n00:00:00,500 --> 00:00:02,000\nLa mer se retire.\n";
  await table
    .locator('input[aria-label="File of captions of episode 1 in French"]')
    .setInputFiles({ name: "vf.srt", mimeType: "application/x-subrip", buffer: Buffer.from(srt) });
  await expect(open).toBeVisible(ENCODED);
  await open.click();
  await expect(cues).toHaveCount(1);
  await expect(cues.first()).toContainText("La mer se retire.");
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});
