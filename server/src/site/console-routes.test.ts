import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { becomeFresh, type MadeOperator, makeOperator } from "#test/console";
import { actingOn } from "#test/unaudited";
import { setConfigEntry } from "./config-entries.ts";

let app: TestApp;
let editor: MadeOperator;
let other: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  other = await makeOperator(app, "owner");
});
afterAll(() => app.close());

interface Set {
  key: string;
  from: string | null;
  to: string | null;
}
const change = (who: MadeOperator, ...set: Set[]) => who.call("POST", "/site", { set });
const settingOf = (info: { settings: { key: string; value: string | null }[] }, key: string) =>
  info.settings.find((one) => one.key === key)?.value;
const publicConfig = async () => {
  await app.notified();
  return (await app.http.inject({ url: "/api/config", headers: { host: "localhost:3000" } })).json().data;
};
const rows = async (action: string) =>
  (await app.database.pool.query("select * from audit where action = $1 order by id", [action])).rows;

test("C62 (branding): settings are set together with a row each, visitors see them, and null restores the default", async () => {
  const { settings } = (await editor.call("GET", "/site")).info;
  expect(settings[0]).toMatchObject({ key: "name", value: null, usual: "Cliffhanger", changedAt: null });
  const done = await change(
    editor,
    { key: "name", from: null, to: " Night Tram " },
    { key: "accent", from: null, to: "#7fd1ff" },
    { key: "accentEnd", from: null, to: "#8affd0" },
  );
  expect(settingOf(done.info, "name")).toBe("Night Tram");
  expect((await publicConfig()).site).toMatchObject({
    name: "Night Tram",
    colours: { accent: "#7FD1FF", accentEnd: "#8AFFD0" },
  });
  const written = await rows("site.set");
  // The rows of one transaction may have the same time.
  expect(written).toHaveLength(3);
  expect(new Set(written.map(({ subject_id }) => subject_id))).toEqual(
    new Set(["name", "accent", "accentEnd"]),
  );
  expect(new Set(written.map(({ actor }) => actor))).toEqual(new Set([editor.id]));
  expect(written.find(({ subject_id }) => subject_id === "name")).toMatchObject({
    before: { value: null },
    after: { value: "Night Tram" },
  });
  // What is so already is no change.
  await change(editor, { key: "name", from: "Night Tram", to: "Night Tram" });
  expect(await rows("site.set")).toHaveLength(3);
  await change(editor, { key: "name", from: "Night Tram", to: null });
  expect((await publicConfig()).site.name).toBe("Cliffhanger");
});

test("C62 (branding): a setting that another operator changed meanwhile is refused with its value, and nothing else is written", async () => {
  await change(other, { key: "sellerName", from: null, to: "Tram Ltd" });
  const refused = await change(
    editor,
    { key: "sellerName", from: null, to: "Tram GmbH" },
    { key: "sellerEmail", from: null, to: "hello@tram.example" },
  );
  expect(refused).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect(refused.info.current).toEqual({ sellerName: "Tram Ltd" });
  expect(settingOf((await editor.call("GET", "/site")).info, "sellerEmail")).toBeNull();
});

test("C62 (branding): unusable values are refused by their names, all at once, and colours by their contrast", async () => {
  const refused = await change(
    editor,
    { key: "sellerEmail", from: null, to: "nobody" },
    { key: "languages", from: null, to: "de" },
  );
  expect(refused).toMatchObject({ code: 400, reason: "invalid_request" });
  expect(refused.errors?.map(({ field }) => field)).toEqual(["sellerEmail", "languages"]);
  const dark = await change(editor, { key: "accent", from: "#7FD1FF", to: "#111111" });
  expect(dark.errors).toEqual([{ field: "accent", message: expect.stringContaining("too dark") }]);
  expect((await publicConfig()).site.colours.accent).toBe("#7FD1FF");
});

test("C51 (T38): a logo is stored from a picture alone; SVG, HTML and files that are none are refused with a sentence", async () => {
  const { default: sharp } = await import("sharp");
  const png = await sharp({ create: { width: 300, height: 120, channels: 4, background: "#ff4f64" } })
    .png()
    .toBuffer();
  const send = (data: Buffer, from: string | null) =>
    editor.call("POST", "/site/logo", { from, name: "logo.png", data: data.toString("base64") });
  const done = await send(png, null);
  const logo = settingOf(done.info, "logo") ?? "";
  expect(logo).toMatch(/^\/media\/images\/[a-f0-9]{20}-\d+\.webp$/);
  const picture = await app.http.inject({ url: logo, headers: { host: "localhost:3000" } });
  expect(picture.headers["content-type"]).toBe("image/webp");
  for (const bad of ['<svg xmlns="http://www.w3.org/2000/svg"/>', "<!doctype html><script>1</script>", ""])
    expect(await send(Buffer.from(bad), logo)).toMatchObject({ code: 400, errors: [{ field: "logo" }] });
  expect((await publicConfig()).site.logo).toBe(logo);
});

test("C31: the console's zone is that of the site; a day of the log begins at its midnight", async () => {
  const zone = (from: string | null, to: string | null) => change(editor, { key: "timezone", from, to });
  expect((await editor.call("GET", "/me")).info.site.zone).toBe("UTC");
  for (const bad of ["Madrid", "+02:00", "Europe/Nowhere"])
    expect(await zone(null, bad)).toMatchObject({ code: 400, errors: [{ field: "timezone" }] });
  const today = app.clock.now().toISOString().slice(0, 10);
  const countOf = async () =>
    (await other.call("GET", `/audit?day=${today}&action=site.set`)).data.count.value;
  const before = await countOf();
  expect(before).toBeGreaterThan(0);
  expect(settingOf((await zone(null, "pacific/kiritimati")).info, "timezone")).toBe("Pacific/Kiritimati");
  expect((await editor.call("GET", "/me")).info.site.zone).toBe("Pacific/Kiritimati");
  const at = Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime());
  const there = at.toZonedDateTimeISO("Pacific/Kiritimati").toPlainDate().toString();
  expect(await countOf()).toBe(there === today ? before + 1 : 0);
  await zone("Pacific/Kiritimati", null);
});

test("C4: pixels ask for a fresh proof, and take only ids of the vendor's form; the log has who set which", async () => {
  const set = (from: string | null, to: string | null) =>
    editor.call("POST", "/pixels", { key: "google_analytics", from, to });
  app.clock.advance(6 * 60);
  expect(await set(null, "G-ABCDE12345")).toMatchObject({ code: 401, reason: "fresh_required" });
  await becomeFresh(app, editor);
  expect(await set(null, "abc")).toMatchObject({ code: 400, errors: [{ field: "to" }] });
  const { pixels } = (await set(null, "G-ABCDE12345")).info;
  expect(pixels[1]).toMatchObject({ key: "google_analytics", value: "G-ABCDE12345", isValid: true });
  expect((await publicConfig()).list).toEqual([
    { config_key: "google_analytics", config_value: "G-ABCDE12345" },
  ]);
  await setConfigEntry(actingOn(app), "google_analytics", "G-OTHER12345");
  expect(await set("G-ABCDE12345", null)).toMatchObject({
    reason: "changed_meanwhile",
    info: { current: "G-OTHER12345" },
  });
  expect((await set("G-OTHER12345", null)).info.pixels[1].value).toBeNull();
  expect((await rows("config.unset"))[0]).toMatchObject({ actor: editor.id, subject_id: "google_analytics" });
  const finance = await makeOperator(app, "finance");
  for (const path of ["/site", "/pixels"])
    expect(await finance.call("GET", path)).toMatchObject({ code: 403, reason: "not_permitted" });
});
