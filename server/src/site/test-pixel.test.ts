import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { testPixels } from "#test/sandbox";
import { actingOn } from "#test/unaudited";
import { setConfigEntry, unsetConfigEntry } from "./config-entries.ts";
import { testPixel } from "./test-pixel.ts";

let vendors: Awaited<ReturnType<typeof testPixels>>;
let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  vendors = await testPixels();
  app = await testApp({}, { pixels: vendors.scripts });
  editor = await makeOperator(app, "editor");
});
afterAll(async () => {
  await app.close();
  await vendors.stop();
});

const ids = {
  facebook_pixel_id: "123456789012345",
  tiktok_pixel: "C4A1B2C3D4E5F6G7H8I9",
  google_analytics: "G-ABCDE12345",
} as const;
const send = (who: MadeOperator, key: string) => who.call("POST", "/pixels/test", { key });

test("R86, C62: a test event reaches each vendor as its own script sends it, and its answer comes back with a row in the log", async () => {
  expect(await send(editor, "facebook_pixel_id")).toMatchObject({ code: 404 });
  const eventIds: string[] = [];
  for (const [key, id] of Object.entries(ids)) {
    await setConfigEntry(actingOn(app), key, id);
    const { code, info } = await send(editor, key);
    expect(code).toBe(200);
    expect(info).toMatchObject({ key, event: "console_test", outcome: "taken" });
    eventIds.push(info.eventId);
  }
  const events = (await vendors.received()).filter(({ kind }) => kind === "event");
  expect(events).toMatchObject([
    { vendor: "meta", id: ids.facebook_pixel_id, event: "console_test", eventId: eventIds[0] },
    { vendor: "tiktok", id: ids.tiktok_pixel, event: "console_test", eventId: eventIds[1] },
    { vendor: "google", id: ids.google_analytics, event: "console_test", eventId: eventIds[2] },
  ]);
  expect(new Set(events.map(({ page }) => page)).size).toBe(1);
  const { rows } = await app.database.pool.query(
    "select subject_id, actor, after from audit where action = 'pixel.test' order by at, id",
  );
  expect(new Set(rows.map(({ subject_id }) => subject_id))).toEqual(new Set(Object.keys(ids)));
  expect(rows[0]).toMatchObject({ actor: editor.id, after: { outcome: "taken" } });
});

test("R86: what a vendor refuses, does not know or does not answer is told apart", async () => {
  const asked = (scripts: Partial<typeof vendors.scripts>, key: keyof typeof ids, id: string = ids[key]) =>
    testPixel(actingOn(app), {
      key,
      id,
      scripts: { ...vendors.scripts, ...scripts },
      page: "https://example.com/",
    });
  // An empty id is what the simulator does not understand.
  expect(await asked({}, "facebook_pixel_id", "")).toMatchObject({ outcome: "refused", status: 400 });
  const elsewhere = new URL("/nowhere.js", vendors.scripts.google).href;
  expect(await asked({ google: elsewhere }, "google_analytics")).toMatchObject({
    outcome: "unknown_id",
    status: 404,
  });
  expect(await asked({}, "google_analytics", "AW-123456789")).toMatchObject({ outcome: "script_only" });
  // Nothing listens at the port of discard.
  expect(await asked({ tiktok: "http://127.0.0.1:9/x.js" }, "tiktok_pixel")).toMatchObject({
    outcome: "unreachable",
    status: null,
    detail: expect.stringContaining("did not answer"),
  });
});

test("T34: only who may set pixels tests them, and no more than twenty times in ten minutes", async () => {
  for (const role of ["support", "finance"] as const)
    expect(await send(await makeOperator(app, role), "tiktok_pixel")).toMatchObject({ code: 403 });
  const owner = await makeOperator(app, "owner");
  await setConfigEntry(actingOn(app), "tiktok_pixel", ids.tiktok_pixel);
  for (let count = 0; count < 20; count += 1) expect((await send(owner, "tiktok_pixel")).code).toBe(200);
  expect(await send(owner, "tiktok_pixel")).toMatchObject({ status: 429 });
  await unsetConfigEntry(actingOn(app), "tiktok_pixel");
});

test("R86: the screen shows the last day of each event that browsers reported, read by index", async () => {
  const lastOf = async (event: string) => {
    const { events } = (await editor.call("GET", "/pixels")).info;
    return events.find((one: { event: string }) => one.event === event)?.lastOn;
  };
  expect(await lastOf("Purchase")).toBeNull();
  await app.database.pool.query(
    `insert into report_count (day, source, event, series_id, count) values
      ('2026-11-20', 'report', 'Purchase', '', 2), ('2026-11-18', 'report', 'Purchase', 'x', 1),
      ('2026-11-19', 'beacon', 'PageView', '', 1), ('2026-10-01', 'report', 'search', '', 1)`,
  );
  expect(await lastOf("Purchase")).toBe("2026-11-20");
  expect(await lastOf("PageView")).toBe("2026-11-19");
  expect(await lastOf("search")).toBeNull();
  const client = await app.database.pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query(
      `explain (format json) select from report_count where day = '2026-11-20'::date and source = 'report' and event = 'Purchase' limit 1`,
    );
    expect(JSON.stringify(rows[0]["QUERY PLAN"])).toContain('"report_count_pkey"');
  } finally {
    await client.query("reset enable_seqscan");
    client.release();
  }
});
