import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "@cliffhanger/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { actingOn, unaudited } from "#test/unaudited";
import { setSettings, unsetSettings } from "./settings.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-site-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const readSite = async (): Promise<Site> => (await app.http.inject("/api/config")).json().data.site;
const set = (...pairs: [string, string][]) => setSettings({ ...actingOn(app), store: app.store }, pairs);
const within = { timeout: 1000, interval: 20 };

test("the operator sets the branding, and a running server shows it within a second", async () => {
  expect(await readSite()).toMatchObject({ name: "Cliffhanger", languages: ["en", "es", "fr", "de", "pt"] });
  await set(
    ["name", "  Night Tram "],
    ["accent", "#ffcc00"],
    ["accentEnd", "#66DDFF"],
    ["sellerName", "Night Tram Films Ltd"],
    ["sellerAddress", "12 Mill Lane, Leeds"],
    ["sellerEmail", "Hello@NightTram.example"],
    ["languages", "de en fy"],
    ["errorsDsn", "https://0123abc@errors.example.com/2"],
    ["errorsDsnMarketing", "https://0123abd@errors.example.com/app/3"],
    ["errorsMarketingDomain", "Promo.example.com"],
  );
  await expect.poll(readSite, within).toMatchObject({
    name: "Night Tram",
    colours: { accent: "#FFCC00", accentEnd: "#66DDFF" },
    seller: {
      name: "Night Tram Films Ltd",
      address: "12 Mill Lane, Leeds",
      email: "hello@nighttram.example",
    },
    languages: ["en", "fr", "de"],
    errors: {
      dsn: "https://0123abc@errors.example.com/2",
      dsnMarketing: "https://0123abd@errors.example.com/app/3",
      marketingDomain: "promo.example.com",
    },
  });
  expect((await app.http.inject("/theme.css")).body).toContain("--accent: #FFCC00");
  expect(await unsetSettings(actingOn(app), ["name", "accent", "accentEnd", "logo"])).toEqual(["logo"]);
  await expect
    .poll(readSite, within)
    .toMatchObject({ name: "Cliffhanger", colours: { accent: "#FF4F64" }, languages: ["en", "fr", "de"] });
});

test.each([
  ["name", " ", "name: That is empty"],
  ["name", "x".repeat(41), "41 characters long; the limit is 40"],
  ["name", "Night\u001b[2JTram", "control characters"],
  ["accent", "red; } body { display: none", "is not a colour"],
  ["accent", "#12345", "is not a colour"],
  ["sellerEmail", "hello", "does not look like an e-mail address"],
  ["sellerAddress", "12 Mill Lane\nLeeds", "on one line"],
  ["languages", "en,xx", '"xx" is none of the languages'],
  ["languages", "fr,de", "en has to be among them"],
  ["languages", " , ", "en has to be among them"],
  ["errorsDsn", "javascript:alert(1)", "is no DSN"],
  ["errorsDsn", "https://key:secret@errors.example.com/2", "is no DSN"],
  ["errorsDsn", "http://key@errors.example.com/2", "is no DSN"],
  ["errorsMarketingDomain", "https://promo.example.com", "is no domain"],
  ["logo", "/nowhere/logo.png", "There is no picture"],
  ["colour", "#FF4F64", 'There is no setting "colour". There are: name, logo'],
  ["__proto__", "x", "There is no setting"],
])("the setting %s of %j is refused with a reason, and nothing changes", async (key, value, sentence) => {
  const before = await readSite();
  await expect(set(["sellerName", "Somebody Else"], [key, value])).rejects.toThrow(sentence);
  expect(await readSite()).toEqual(before);
});

test("unreadable colours are refused with their contrast and a suggestion", async () => {
  await expect(set(["accent", "#102A70"])).rejects.toThrow("#102A70 is too dark");
  await expect(set(["accent", "#AA3A3A"], ["accentEnd", "#FFEE99"])).rejects.toThrow(
    /No words can be read on #AA3A3A and #FFEE99 alike: .* 4\.5:1 is the least/,
  );
  await set(["accent", "#C03A50"], ["accentEnd", "#B03A90"]);
  // One end alone would leave an unreadable pair.
  await expect(set(["accentEnd", "#FFEE99"])).rejects.toThrow("No words can be read");
  await expect(unsetSettings(actingOn(app), ["accentEnd"])).rejects.toThrow("No words can be read");
  expect(await unsetSettings(actingOn(app), ["accent", "accentEnd"])).toEqual([]);
});

test("a logo is re-encoded and stored under a name derived from its content", async () => {
  const path = join(folder, "logo.png");
  await sharp({ create: { width: 900, height: 300, channels: 4, background: "#ff4f6480" } })
    .png()
    .withMetadata({ exif: { IFD0: { Copyright: "hidden words" } } })
    .toFile(path);
  await set(["logo", path]);
  await expect
    .poll(async () => (await readSite()).logo, within)
    .toMatch(/^\/media\/images\/[a-f0-9]{20}-384\.webp$/);
  const { logo } = await readSite();
  const served = await app.http.inject(logo ?? "");
  expect(served).toMatchObject({ statusCode: 200, headers: { "content-type": "image/webp" } });
  expect(served.headers["cache-control"]).toContain("immutable");
  const { width, height, hasAlpha } = await sharp(served.rawPayload).metadata();
  expect({ width, height, hasAlpha }).toEqual({ width: 384, height: 128, hasAlpha: true });
  expect(served.rawPayload.includes("hidden words")).toBe(false);
  await set(["logo", path]);
  expect((await readSite()).logo).toBe(logo);
});

test.each([
  [
    "drawing.svg",
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"/>',
    "is svg; save it as PNG",
  ],
  ["letter.png", "Dear operator,", "is not a picture that we can read"],
  ["empty.png", "", "is not a picture that we can read"],
])("a logo from %s is refused", async (name, content, sentence) => {
  await writeFile(join(folder, name), content);
  const { logo } = await readSite();
  await expect(set(["logo", join(folder, name)])).rejects.toThrow(sentence);
  expect((await readSite()).logo).toBe(logo);
});

test("a logo that is too small, and a folder, are refused", async () => {
  const path = join(folder, "dot.png");
  await sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
    .png()
    .toFile(path);
  await expect(set(["logo", path])).rejects.toThrow("dot.png is too small: 32 pixels each way");
  await expect(set(["logo", folder])).rejects.toThrow("There is no picture");
});

test("stored values of another form are ignored, and the rest is served", async () => {
  await set(["name", "Night Tram"]);
  await unaudited(app.database.pool).query(
    `insert into site_setting (key, value, updated_at) values ('accent', '"red"', $1), ('odd', '{}', $1)
     on conflict (key) do update set value = excluded.value`,
    [app.clock.now()],
  );
  await set(["sellerName", "Night Tram Films"]);
  await expect.poll(readSite, within).toMatchObject({
    name: "Night Tram",
    colours: { accent: "#FF4F64" },
    seller: { name: "Night Tram Films" },
  });
});
