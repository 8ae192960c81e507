import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { notify } from "#platform/db/listen";
import { siteChanged } from "#site";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const get = (url: string) => app.http.inject(url);

async function set(key: string, value: string): Promise<void> {
  const { db } = app.database;
  await asSystem(db, "restore", (trx) =>
    sql`
    insert into site_setting (key, value, updated_at) values (${key}, ${JSON.stringify(value)}::jsonb, now())
    on conflict (key) do update set value = excluded.value`.execute(trx),
  );
  await notify(db, siteChanged, key);
}

/** The colours in the corner, where no symbol is, and at the centre. */
async function coloursOf(icon: Buffer): Promise<string[]> {
  const { data, info } = await sharp(icon)
    .flatten({ background: "#00ff00" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return data.subarray(start, start + 3).toString("hex");
  };
  return [at(0, 0), at(info.width >> 1, info.height >> 1)];
}

test("the manifest contains the site's name in the requested language, and icons that exist", async () => {
  await set("name", "Night Tram Stories");
  await expect.poll(async () => (await get("/manifest.webmanifest")).json().name).toBe("Night Tram Stories");
  const { headers, body } = await get("/manifest.webmanifest?lang=pt");
  expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({
    id: "/",
    short_name: "Night",
    lang: "pt",
    dir: "ltr",
    display: "standalone",
  });
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await get(src);
    const [mediaType] = String(answer.headers["content-type"]).split(";");
    expect(mediaType, src).toBe(type);
    const { width, height } = await sharp(answer.rawPayload).metadata();
    expect(["any", `${width}x${height}`], src).toContain(sizes);
  }
});

test("a maskable icon fills its square and others have round corners, all in the operator's colours", async () => {
  const round = async () => coloursOf((await get("/icons/icon-192.png")).rawPayload);
  const full = async () => coloursOf((await get("/icons/maskable-192.png")).rawPayload);
  expect((await round())[0], "see-through").toBe("00ff00");
  expect((await full())[0]).toBe("ff4f64");
  await set("accentEnd", "#3377ff");
  await set("accent", "#3377ff");
  await expect.poll(async () => (await full())[0]).toBe("3377ff");
  expect((await round())[0]).toBe("00ff00");
});

test("a square logo is used in the icons; a wide one, which would be a thin line, is not", async () => {
  const takeIn = async (width: number) => {
    const name = `${"0123456789abcdef0123"}-${width}.webp`;
    await sharp({ create: { width, height: 128, channels: 3, background: "#20e040" } })
      .webp({ lossless: true })
      .toFile(pathIn(app.store, `images/${name}`));
    await set("logo", `/media/images/${name}`);
  };
  const centre = async () => (await coloursOf((await get("/icons/icon-512.png")).rawPayload))[1];
  await takeIn(128);
  await expect.poll(centre).toBe("20e040");
  await takeIn(600);
  await expect.poll(centre).not.toBe("20e040");
});

test("a cached icon is downloaded again only when it changed", async () => {
  const { headers } = await get("/icons/apple-touch-icon.png");
  const again = await app.http.inject({
    url: "/icons/apple-touch-icon.png",
    headers: { "if-none-match": String(headers["etag"]) },
  });
  expect(again.statusCode).toBe(304);
});
