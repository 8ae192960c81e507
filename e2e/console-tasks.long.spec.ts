import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { passTime } from "./checkout.ts";
import { invited, joinByPasskey, joinOnScreen, pathOf, sizes, test } from "./console.ts";
import { byKeyboard, byPointer, type Hands } from "./console-hands.ts";
import { expect, expectPlaying } from "./journey.ts";

test.use({ appKind: "own" });

/** `npm run test:soak -- console` does the tasks with 60 films, and by the keyboard too. */
const films = Number(process.env["CONSOLE_FILMS"] ?? 3);
const isLong = process.env["CONSOLE_FILMS"] !== undefined;

/** Makes upright films of which no two are equal, and leaves a gap before the last. */
async function makeFolder(root: string, title: string): Promise<string> {
  const folder = join(root, title);
  await mkdir(folder);
  for (let no = 1; no <= films; no += 1) {
    const name = String(no === films ? no + 1 : no).padStart(2, "0");
    const picture = ["-f", "lavfi", "-i", `testsrc2=size=720x1280:rate=24,hue=h=${no * 5}`];
    const sound = ["-f", "lavfi", "-i", `sine=frequency=${300 + no * 10}:sample_rate=44100`];
    const output = ["-t", "4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast"];
    await promisify(execFile)("ffmpeg", [
      "-v",
      "error",
      "-y",
      ...picture,
      ...sound,
      ...output,
      join(folder, `${name}.mp4`),
    ]);
  }
  return folder;
}

interface Desk {
  page: Page;
  hands: Hands;
  /** The title of the series that is uploaded. */
  title: string;
}

const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole("button", { name, exact: typeof name === "string" });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

/** Opens a screen by the navigation. */
async function go({ page, hands }: Omit<Desk, "title">, name: string): Promise<void> {
  const place = page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true });
  await hands.press(place);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function invite({ page, hands }: Desk, email: string): Promise<string> {
  await go({ page, hands }, "Team");
  await hands.press(button(page, "Invite"));
  await hands.fill(dialog(page, "Invite a person").getByLabel("Email address"), email);
  await hands.press(button(dialog(page, "Invite a person"), "Send invitation"));
  const link = pathOf(await page.getByText(/\/console\/welcome#[\w-]{43}/).innerText());
  await hands.press(button(page.getByRole("dialog"), "Close").first());
  return link;
}

async function upload({ page, hands }: Desk, folder: string): Promise<string> {
  await go({ page, hands }, "Series");
  await hands.press(button(page, "Upload folder"));
  const box = dialog(page, "Upload a new series");
  const chooser = page.waitForEvent("filechooser");
  await hands.press(button(box, "Choose a folder"));
  await (await chooser).setFiles(folder);
  await expect(box).toContainText(`Episode ${films} is missing.`);
  const last = `${String(films + 1).padStart(2, "0")}.mp4`;
  await hands.fill(box.getByRole("textbox", { name: `Episode of ${last}` }), String(films));
  await page.keyboard.press("Tab");
  await expect(box).not.toContainText("is missing");
  await hands.press(button(box, `Upload ${films} files`));
  await expect(page).toHaveURL(/\/console\/series\/[0-9a-z]+\/episodes$/);
  const rows = page.getByRole("table", { name: "Episodes" }).getByRole("row").filter({ hasText: ".mp4" });
  await expect(rows.filter({ hasText: "Ready" })).toHaveCount(films, {
    timeout: timeLimit(60 + films * 30),
  });
  return /series\/([0-9a-z]+)\//.exec(page.url())?.[1] ?? "";
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the series" }).getByRole("link", { name, exact: true });

async function save({ page, hands }: Desk): Promise<void> {
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await hands.press(button(bar, "Save"));
  await expect(bar).toBeHidden();
}

async function write(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await hands.press(tab(page, "Texts"));
  const titles = {
    Spanish: "El farol de hojalata",
    French: "La lanterne de fer",
    German: "Die Blechlaterne",
    Portuguese: "O farol de lata",
  };
  for (const [language, text] of Object.entries(titles))
    await hands.fill(page.getByRole("textbox", { name: `Title, ${language}` }), text);
  await hands.fill(page.getByRole("textbox", { name: "Synopsis, English" }), "A lamp that is never out.");
  await save(desk);
}

async function mend({ page, hands }: Desk): Promise<void> {
  await hands.press(tab(page, "Episodes"));
  const open = page.getByRole("list", { name: /^Before it can go live/ }).getByRole("listitem");
  // The synopsis in the four other languages.
  await expect(open).toHaveCount(4);
  for (let left = 4; left > 0; left -= 1) {
    await hands.press(button(open.first(), "Accept"));
    await hands.fill(open.first().getByRole("textbox"), "Short films of a test");
    await hands.press(button(open.first(), "Accept"));
    await expect(open).toHaveCount(left - 1);
  }
}

async function preview({ page, hands, title }: Desk, browser: Browser): Promise<void> {
  await hands.press(button(page, "Preview"));
  const box = dialog(page, "Private preview");
  await hands.press(button(box, "Make a link"));
  const link = String(await box.getByText(/\/preview\/[\w-]{43}$/).textContent());
  const reader = await browser.newContext({ viewport: sizes[1] });
  const seen = await reader.newPage();
  await seen.goto(link);
  await expect(seen.getByRole("complementary", { name: "Private preview" })).toContainText(title);
  await expect(seen.locator("video[data-hls]")).toBeVisible();
  await reader.close();
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
}

async function plan({ page, hands, title }: Desk): Promise<void> {
  await go({ page, hands }, "Calendar");
  await hands.press(button(page, "New drop"));
  const box = dialog(page, "New drop");
  await hands.choose(box.getByRole("combobox", { name: "Series" }), title);
  for (const day of ["Sat", "Sun"]) await hands.check(box.getByRole("checkbox", { name: day }));
  await hands.press(button(box, "Show the plan"));
  await expect(box.getByText(/^Th(is|ese) (\d+ )?drops? (is|are) planned:/)).toBeVisible();
  await hands.press(button(box, "Plan it"));
  await expect(box).toBeHidden();
}

async function arrange({ page, hands, title }: Desk): Promise<void> {
  await go({ page, hands }, "Home");
  const section = `Tonight: ${title}`;
  await hands.press(button(page, "Add section"));
  await hands.fill(dialog(page, "Add section").getByLabel("Title in English"), section);
  await hands.press(button(dialog(page, "Add section"), "Add"));
  const sections = page.getByRole("list", { name: "Sections" });
  await expect(sections.getByRole("link").last()).toHaveText(section);
  await hands.moveUp(page, `Move ${section}`, sections.getByRole("listitem"));
  await expect(page.getByText(/changes?, not published$/)).toBeVisible();
  await hands.press(button(page, "Publish"));
  await hands.press(button(dialog(page, "Publish home"), "Publish now"));
  await expect(page.getByText("Published. Viewers see it now.").first()).toBeVisible();
}

async function open({ page, hands }: Desk, name: string): Promise<void> {
  await go({ page, hands }, "Series");
  const field = page.getByRole("search", { name: "Filters" }).getByRole("searchbox");
  await hands.fill(field, name);
  await expect(page.getByRole("heading", { name: "1 series", exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  await hands.press(page.getByRole("row").getByRole("link", { name, exact: true }));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function publish(desk: Desk): Promise<void> {
  const { page, hands, title } = desk;
  await open(desk, title);
  await hands.press(button(page, "Publish"));
  await hands.press(button(dialog(page, "Publish this series"), "Publish now"));
  await expect(page.getByText("Published. Viewers see it now.").first()).toBeVisible();
}

async function withdraw(desk: Desk, name: string): Promise<void> {
  const { page, hands } = desk;
  await open(desk, name);
  await hands.press(button(page, "Withdraw"));
  await hands.press(button(dialog(page, "Withdraw this series"), "Withdraw now"));
  await expect(page.getByText("Withdrawn. Only those who bought it see it now.")).toBeVisible();
}

async function rename(desk: Desk, name: string): Promise<void> {
  const { page, hands } = desk;
  await go(desk, "Site");
  await hands.fill(page.getByRole("textbox", { name: "Name of the site" }), name);
  await save(desk);
}

async function setFree(desk: Desk): Promise<void> {
  const { page, hands } = desk;
  await hands.press(tab(page, "Access and price"));
  await hands.fill(page.getByRole("textbox", { name: "Free episodes" }), "1");
  await save(desk);
}

async function setPrice(desk: Desk): Promise<void> {
  const { page, hands, title } = desk;
  await open(desk, title);
  await hands.press(tab(page, "Access and price"));
  await hands.fill(page.getByRole("textbox", { name: "Own price in USD" }), "5.99");
  await hands.press(button(page, "Change 1 price"));
  const box = dialog(page, "Change prices");
  await expect(box.getByRole("list", { name: "What will happen" })).toContainText("$5.99");
  await hands.press(button(box, "Set prices"));
  await expect(page.getByText("The price is set.")).toBeVisible();
}

/** Reads in the log who did it all. */
async function readLog(desk: Desk, editor: string, owner: string): Promise<void> {
  const { page } = desk;
  await go(desk, "Log");
  const did: [string, string][] = [
    [editor, "Began an upload"],
    [editor, "Changed a series"],
    [editor, "Made a private preview"],
    [editor, "Planned releases"],
    [editor, "Published home"],
    [editor, "Published a series"],
    [editor, "Withdrew a series"],
    [editor, "Set a site setting"],
    [owner, "Set a series' price"],
    [owner, "Invited"],
  ];
  const filter = page.getByRole("search", { name: "Filters" }).getByRole("combobox", { name: "Did what" });
  for (const [who, act] of did) {
    await desk.hands.choose(filter, act);
    await expect(page.getByRole("button", { name: new RegExp(`${who}.*${act}`) }).first()).toBeVisible();
  }
}

const ways = [
  { how: "by pointer", hands: byPointer, title: "The Glass Ferry", withdrawn: "Moon Over Jiangnan" },
  { how: "by keyboard", hands: byKeyboard, title: "The Copper Bell", withdrawn: "Salt in the Crown" },
] as const;

for (const { how, hands, title, withdrawn } of ways) {
  test(`C62: the twelve tasks of a content team are done ${how}, from an invitation to the log, and a guest sees the dropped episodes`, async ({
    page,
    app,
    browser,
    baseURL,
  }) => {
    test.skip(!isLong && how === "by keyboard", "npm run test:soak -- console");
    test.setTimeout(timeLimit(isLong ? 3600 : 240));
    const root = await mkdtemp(join(tmpdir(), "cliffhanger-tasks-"));
    const folder = await makeFolder(root, title);
    const { path, email: owner } = await invited(app, "owner");
    await joinByPasskey(page, path);
    const office = { page, hands, title };
    const site = `Night Tram ${how}`;
    const editor = `${hands === byPointer ? "ines" : "karl"}@example.com`;
    const link = await invite(office, editor);
    const context = await browser.newContext({ baseURL: baseURL ?? "", viewport: sizes[0] });
    const desk = { page: await context.newPage(), hands, title };
    await joinOnScreen(desk.page, link);

    const id = await upload(desk, folder);
    await write(desk);
    await setFree(desk);
    await mend(desk);
    await setPrice(office);
    await preview(desk, browser);
    await plan(desk);
    await arrange(desk);
    await publish(desk);
    await withdraw(desk, withdrawn);
    await rename(desk, site);
    await readLog(office, editor, owner);

    const guest = await browser.newContext({ baseURL: app.origin, viewport: sizes[1], locale: "en-US" });
    const viewer = await guest.newPage();
    const count = async () => {
      const answer = await viewer.request.get(`/api/video/episode?seriesId=${id}`);
      return ((await answer.json()) as { data?: { list: unknown[] } }).data?.list.length ?? 0;
    };
    expect(await count()).toBe(0);
    await passTime(app.origin, 1);
    await expect.poll(count).toBe(2);
    await viewer.goto(`/videos/${id}`);
    await expectPlaying(viewer);
    await expect(viewer).toHaveTitle(new RegExp(`${title}.*${site}`));
    await viewer.goto(`/videos/${id}?ep=2`);
    await expect(dialog(viewer, "Episode 2 is next")).toContainText("$5.99");
    await guest.close();
    await context.close();
    await rm(root, { recursive: true, force: true });
  });
}
