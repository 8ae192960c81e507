import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { giveRight } from "#test/paywall-states";
import { makeMember } from "#test/people";
import { type Engine, startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";

const SEGMENTS = ["v720-00000.m4s", "v720-00001.m4s", "v720-00002.m4s"];
const secret = "0123456789abcdef0123456789abcdef";
const env = {
  GRANT_KEYS: `k1:${secret}-one`,
  ORIGIN_SECRET: `${secret}-origin`,
  MEDIA_EDGE: "checked",
  TRUST_PROXY: "127.0.0.1",
};
// Asked once whether it is installed; the real one needs the app's port.
const trial = startEngine("edge", { ...env, APPS: "127.0.0.1:9" });
if (!("missing" in trial)) trial.down();

describe.skipIf("missing" in trial)(
  `behind the edge${"missing" in trial ? ` (${trial.missing})` : ""}`,
  () => {
    let app: TestApp;
    let engine: Engine;
    let edge: string;
    let series: MadeSeries;
    /** Paths that the app was told of, beside answers of the edge. */
    const told: string[] = [];

    beforeAll(async () => {
      app = await testApp(env);
      // The edge has the machine's time.
      app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000);
      app.http.server.on("request", ({ method, url }: { method: string; url: string }) => {
        if (method === "HEAD") told.push(url);
      });
      await app.http.listen({ port: 0, host: "127.0.0.1" });
      const { port } = app.http.server.address() as AddressInfo;
      const started = startEngine("edge", { ...env, APPS: `127.0.0.1:${port}` });
      if ("missing" in started) throw new Error(started.missing);
      engine = started;
      edge = started.settings["EDGE_URL"] ?? "";
      series = await makeSeries(app, { episodes: 3, free: 2 });
      const folder = join(app.dataDir, "media/assets", series.episodes[2]?.assetId ?? "");
      for (const file of SEGMENTS) await writeFile(join(folder, file), Buffer.alloc(40_000));
    });
    afterAll(async () => {
      engine?.down();
      await app?.close();
    });

    test("case 134, O37: a purchase is used by what the edge plays, also out of its cache, and the app hears of it once", async () => {
      const isUsed = async (right: string) =>
        (
          await app.database.pool.query(
            "select from entitlement where id = $1 and first_used_at is not null",
            [right],
          )
        ).rows.length === 1;
      for (const from of ["MISS", "HIT"]) {
        const member = await makeMember(app);
        const right = await giveRight(app, member.id, { scope: "series", seriesId: series.id });
        const { info } = await member.call<{ playback: { hls: string } }>(
          "GET",
          `/api/video/episode?id=${series.episodes[2]?.id}`,
        );
        const prefix = new URL(info.playback.hls, edge).pathname.replace("index.m3u8", "");
        await fetch(`${edge}${prefix}storyboard.jpg`);
        expect([from, await isUsed(right)]).toEqual([from, false]);
        for (const file of SEGMENTS) {
          const { status, headers } = await fetch(`${edge}${prefix}${file}`);
          expect([file, status, headers.get("x-cache")]).toEqual([file, 200, from]);
          await expect.poll(() => isUsed(right), { timeout: timeLimit(15), message: from }).toBe(true);
        }
        await expect.poll(() => told.filter((path) => path.startsWith(prefix)).length).toBe(1);
      }
    });
  },
);
