import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";
import { loadFile } from "./month-desk.ts";

test.use({ appKind: "own" });

/** Encoding shares the machine with every other journey. */
const ENCODED = { timeout: timeLimit(60) };
const shots = process.env["SHOTS"];

async function makeFilm(path: string, seconds: number, size: string): Promise<void> {
  const source = [
    "-f",
    "lavfi",
    "-i",
    `testsrc2=size=${size}:rate=25`,
    "-f",
    "lavfi",
    "-i",
    "sine=frequency=440",
  ];
  const output = [
    "-t",
    String(seconds),
    "-pix_fmt",
    "yuv420p",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    path,
  ];
  await promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...source, ...output]);
}

test("C25, C47: an editor lets a film be encoded next, cancels the one that runs, and encodes it again, while the screens move by one poll", async ({
  page,
  app,
}) => {
  test.setTimeout(timeLimit(240));
  const root = await mkdtemp(join(tmpdir(), "cliffhanger-encodes-"));
  const folder = join(root, "The Long Tide");
  await mkdir(folder);
  await makeFilm(join(folder, "1.mp4"), 150, "540x960");
  const short = [join(root, "2.mp4"), join(root, "3.mp4")];
  for (const [index, path] of short.entries()) await makeFilm(path, 3 + index, "180x320");
  const reads: { path: string; polls: boolean }[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/console/"))
      reads.push({ path: pathname.slice(12), polls: request.headers()["x-console-poll"] === "1" });
  });

  await joinByPasskey(page, (await invited(app)).path, "/console/series?dialog=upload");
  const upload = page.getByRole("dialog", { name: "Upload a new series" });
  await upload.getByLabel("Choose a folder").and(page.locator("input")).setInputFiles(folder);
  await upload.getByRole("button", { name: "Upload 1 file" }).click();
  const episodes = page.getByRole("table", { name: "Episodes" });
  await expect(episodes.getByRole("row", { name: /1\.mp4/ })).toContainText("Encoding", ENCODED);
  await page.getByRole("button", { name: "Add files" }).click();
  const more = page.getByRole("dialog", { name: "Add files to this series" });
  await more.getByLabel("Choose files").and(page.locator("input")).setInputFiles(short);
  await more.getByRole("button", { name: "Upload 2 files" }).click();
  await expect(episodes.getByRole("row", { name: /3\.mp4/ })).toContainText("Waits for the encoder", ENCODED);
  if (shots) await page.screenshot({ path: `${shots}/encodes-series.png` });
  const series = page.url();

  await page.goto("/console/jobs");
  const films = page.getByRole("table", { name: "Films that are not ready" });
  await expect(films.getByRole("row", { name: /1\.mp4/ })).toContainText("Encoding");
  await page.getByRole("button", { name: "Encode next: 3.mp4" }).press("Enter");
  await expect(page.getByText("3.mp4 is encoded next")).toBeVisible();
  await expect(films.getByRole("row").nth(2)).toContainText("3.mp4");
  const cancel = page.getByRole("button", { name: "Cancel encoding: 1.mp4" });
  await cancel.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancel the encoding of 1.mp4?" });
  for (const [index, size] of [sizes[0], { width: 820, height: 1180 }, sizes[1]].entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: index === 1 ? "dark" : "light" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, `cancel at ${size.width}`);
    if (shots) await page.screenshot({ path: `${shots}/encodes-cancel-${size.width}.png` });
  }
  await page.setViewportSize(sizes[0]);
  await page.keyboard.press("Escape");
  await expect(cancel).toBeFocused();
  await cancel.press("Enter");
  await dialog.getByRole("button", { name: "Cancel encoding" }).press("Enter");
  await expect(page.getByText("The encoding of 1.mp4 is cancelled")).toBeVisible();
  await expect(films.getByRole("row", { name: /1\.mp4/ })).toContainText("Cancelled");
  // What it held up goes on at once, and the screen follows without a reload.
  await expect(films.getByRole("row", { name: /[23]\.mp4/ })).toHaveCount(0, ENCODED);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page, `jobs at ${size.width}`);
    if (shots) await page.screenshot({ path: `${shots}/encodes-jobs-${size.width}.png` });
  }
  await page.setViewportSize(sizes[0]);

  await page.goto(series);
  const first = episodes.getByRole("row", { name: /1\.mp4/ });
  await expect(first).toContainText("Its encoding was cancelled.");
  await first.getByRole("button", { name: "Encode again" }).press("Enter");
  await expect(first).toContainText("Encoding", ENCODED);
  await page.getByRole("button", { name: "Cancel encoding: 1.mp4" }).press("Enter");
  await dialog.getByRole("button", { name: "Cancel encoding" }).press("Enter");
  await expect(first).toContainText("Its encoding was cancelled.");

  await page.goto("/console/log?action=job.");
  await expect(page.locator("main li", { hasText: "Let a film be encoded next" })).toHaveCount(1);
  await expect(page.locator("main li", { hasText: "Cancelled a job or an encoding" })).toHaveCount(2);
  const [head, ...rows] = await loadFile(page);
  expect(head).toContain("action,subject_kind,subject_id,title,number");
  expect(rows.map((row) => row.match(/job\.\w+/)?.[0])).toEqual(["job.cancel", "job.cancel", "job.first"]);

  const of = (path: string) => reads.filter((one) => one.path === path);
  expect(of("/activity").length).toBeGreaterThan(3);
  expect(of("/activity").every(({ polls }) => polls)).toBe(true);
  // The first read of the page is use of the session, those that a poll led to are not.
  expect(of("/series/episodes").some(({ polls }) => polls)).toBe(true);
  expect(of("/series/episodes").some(({ polls }) => !polls)).toBe(true);
  await rm(root, { recursive: true, force: true });
});
