import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { actingOn } from "#test/unaudited";
import { setConfigEntry, unsetConfigEntry } from "./config-entries.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const readEntries = async () => (await app.http.inject("/api/config")).json().data.list;

test("R42, R85: an entry is served within a second after it is set, and no longer after it is unset", async () => {
  expect(await readEntries()).toEqual([]);
  await setConfigEntry(actingOn(app), "google_analytics", "G-ABCDE12345");
  await expect.poll(readEntries).toEqual([{ config_key: "google_analytics", config_value: "G-ABCDE12345" }]);
  await setConfigEntry(actingOn(app), "google_analytics", "G-ZYXWV98765");
  await expect.poll(readEntries).toEqual([{ config_key: "google_analytics", config_value: "G-ZYXWV98765" }]);
  expect(await unsetConfigEntry(actingOn(app), "google_analytics")).toBe(true);
  expect(await unsetConfigEntry(actingOn(app), "google_analytics")).toBe(false);
  await expect.poll(readEntries).toEqual([]);
});

test.each([
  ["facebook_pixel_id", "12a45"],
  ["facebook_pixel_id", ""],
  ["google_analytics", "G-abc<script>"],
  ["tiktok_pixel", "c4a1b2c3d4"],
  ["tiktok_pixel", "C4A1B2C3D4\n"],
])(
  "R42: a %s of the wrong form (%j) is refused on write, with an example of the right one",
  async (key, value) => {
    await expect(setConfigEntry(actingOn(app), key, value)).rejects.toThrow("such as");
    expect(await readEntries()).toEqual([]);
  },
);

test("R42: an unknown key is refused, and the error names the known ones", async () => {
  for (const key of ["secret", "__proto__", "toString"]) {
    await expect(setConfigEntry(actingOn(app), key, "1")).rejects.toThrow("There are: facebook_pixel_id");
    await expect(unsetConfigEntry(actingOn(app), key)).rejects.toThrow("There is no key");
  }
});
