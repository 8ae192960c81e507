import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { readBeacon } from "./beacon.ts";

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60));

const see = (query: string) => app.http.inject(`/api/statics.png${query}`);

async function counts(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ event: string; series_id: string; count: number }>(
    "select event, series_id, count from report_count where source = 'beacon'",
  );
  return Object.fromEntries(rows.map((row) => [`${row.event} ${row.series_id}`.trim(), Number(row.count)]));
}

test("R82: the beacon is a transparent picture of one pixel, uncached and embeddable anywhere", async () => {
  const answer = await see("?event=PageView");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "cross-origin",
    "content-length": String(answer.rawPayload.length),
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers["etag"]).toBeUndefined();
  expect(answer.rawPayload.length).toBeLessThan(100);
  const { data, info } = await sharp(answer.rawPayload)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[3]]).toEqual([1, 1, 0]);
});

test("R82: a beacon is counted by day, name and series, which may be given by the page URL of the series", async () => {
  const before = await counts();
  await see(`?event=ViewContent&seriesId=${series.id}`);
  await see(`?event=ViewContent&url=${encodeURIComponent(`https://x.example/videos/${series.id}?ep=2`)}`);
  await see("?event=ViewContent&seriesId=nobody-has-this");
  await see("?event=made_up");
  await see("");
  await see("?event=Search&eventId=Search7");
  await see("?event=Search&eventId=Search7");
  const head = await app.http.inject({ method: "HEAD", url: "/api/statics.png?event=Search" });
  expect(head.statusCode).toBe(200);
  await expect.poll(counts, { interval: 50 }).toEqual({
    ...before,
    [`ViewContent ${series.id}`]: 2,
    ViewContent: 1,
    other: 2,
    Search: 1,
    PageView: 1,
  });
});

test("R82: whatever the query contains, the picture is returned", async () => {
  const invalid = [
    ...[
      "?",
      "?&&&",
      "?=",
      "?event",
      "?event=",
      "?event=%",
      "?event=%zz%00",
      "?event=%ff%fe",
      "?event=a&event=b",
    ],
    ...[
      "?__proto__=1&constructor=2",
      "?event[]=x",
      "?event[a]=x",
      "?seriesId=../../etc/passwd",
      "?event=%F0%9F%8E%AC",
    ],
    ...[
      "?url=javascript:alert(1)",
      `?event=${"x".repeat(5000)}`,
      `?${"a=b&".repeat(2000)}`,
      "?'--",
      "?event=PageView#x",
    ],
    `?url=${"%2Fvideos%2F".repeat(400)}`,
  ];
  for (const query of invalid) {
    const answer = await see(query);
    expect([answer.statusCode, answer.headers["content-type"]], query.slice(0, 80)).toEqual([
      200,
      "image/png",
    ]);
  }
  expect((await app.http.inject({ method: "POST", url: "/api/statics.png" })).statusCode).toBe(405);
});

test("R53, R82: what looks like a card number, as campaign ids may, does not stop the picture and is not read", async () => {
  expect((await see("?event=PageView&url=4242424242424242")).statusCode).toBe(200);
  const number = "4242424242424242";
  const read = readBeacon(`event=PageView&eventId=${number}&seriesId=${number}&url=/videos/${number}`);
  expect(read).toEqual({ event: "PageView" });
});

test("R82: only two kilobytes of a query and 256 bytes of a value are read", () => {
  const padding = "x".repeat(2040);
  expect(readBeacon("event=Search&a=1")).toEqual({ event: "Search" });
  expect(readBeacon(`a=${padding}&event=Search`)).toEqual({ event: "other" });
  expect(readBeacon(`eventId=${"é".repeat(200)}`).eventId).toBe("é".repeat(128));
  expect(readBeacon(`url=${"y".repeat(250)}/videos/abc`)).toEqual({ event: "other" });
});
