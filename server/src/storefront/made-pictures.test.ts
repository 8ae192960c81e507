import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { manualClock } from "#test/manual-clock";
import { openMadePictures } from "./made-pictures.ts";

let folder: string;
let store: MediaStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-made-"));
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  store = await openFileStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (clock = manualClock(new Date())) => openMadePictures({ store, clock });
const later = () => new Promise((resolve) => setTimeout(resolve, 10));

test("a picture is made once, however many requests ask for it, concurrently and later", async () => {
  let made = 0;
  const make = async () => {
    made += 1;
    await later();
    return Buffer.from("picture");
  };
  const pictures = open();
  const all = await Promise.all(Array.from({ length: 20 }, () => pictures.get("recipe", "jpg", make)));
  expect(new Set(all.map(({ body, etag }) => `${body.toString()} ${etag}`)).size).toBe(1);
  await pictures.get("recipe", "jpg", make);
  await open().get("recipe", "jpg", make);
  expect(made, "another process finds it on the disk").toBe(1);
  const other = await pictures.get("another recipe", "jpg", make);
  expect(other.etag).not.toBe(all[0]?.etag);
});

test("one picture is made at a time, and a request is refused with 503 while forty wait", async () => {
  const pictures = open();
  let [now, maximum] = [0, 0];
  const make = async () => {
    now += 1;
    maximum = Math.max(maximum, now);
    await later();
    now -= 1;
    return Buffer.from("picture");
  };
  const asked = Array.from({ length: 45 }, (_, at) => pictures.get(`recipe ${at}`, "jpg", make));
  const ended = await Promise.allSettled(asked);
  expect(maximum).toBe(1);
  const refused = ended.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(5);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 503, retryAfter: 5 });
});

test("a picture that could not be made is an error for its request only, and the next one is made", async () => {
  const pictures = open();
  const broken = pictures.get("broken", "png", async () => {
    throw new Error("no art");
  });
  const whole = pictures.get("whole", "png", async () => Buffer.from("whole"));
  await expect(broken).rejects.toThrow("no art");
  expect((await whole).body.toString()).toBe("whole");
  const again = await pictures.get("broken", "png", async () => Buffer.from("mended"));
  expect(again.body.toString()).toBe("mended");
});

test("pictures are deleted after thirty days, so that outdated ones do not pile up", async () => {
  const clock = manualClock(new Date());
  await open(clock).get("old", "jpg", async () => Buffer.from("old"));
  clock.advance(31 * 86_400);
  const pictures = open(clock);
  await pictures.get("new", "jpg", async () => Buffer.from("new"));
  expect(await store.names("made"), "by the clock, the new one is as old").toHaveLength(0);
});
