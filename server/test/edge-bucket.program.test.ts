import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Http } from "#platform/http/server";
import { secondNode } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { startS3Double } from "#test/s3-double";
import { type Engine, startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";
import type { App } from "../src/app.ts";

/** The long tests give more seconds, and put a Ceph gateway in the place of the double. */
const SECONDS = Number(process.env["EDGE_SECONDS"] ?? 3);
const EPISODES = 12;
/** Episodes that viewers watch before anything is killed; the edge has these. */
const WATCHED = 8;
const VIEWERS = 8;
const FILE = "v720-00000.m4s";
/** A bucket that is back is asked again within the pause of the breaker. */
const BACK_MS = timeLimit(12);

const secret = "0123456789abcdef0123456789abcdef";
const env = {
  GRANT_KEYS: `k1:${secret}`,
  ORIGIN_SECRET: `${secret}-origin`,
  MEDIA_EDGE: "checked",
  TRUST_PROXY: "127.0.0.1",
  MEDIA_STORE: "s3",
  // What the edge does not have must come from the bucket.
  MEDIA_CACHE_MB: "0",
};
const trial = startEngine("edge", { ...env, APPS: "127.0.0.1:9" });
if (!("missing" in trial)) trial.down();
const place = "missing" in trial ? `the edge (${trial.missing})` : "the edge";

interface Bucket {
  settings: Record<string, string>;
  kill(): void;
  revive(): void;
  close(): unknown;
}

async function openBucket(): Promise<Bucket> {
  const engine = SECONDS > 10 ? startEngine("s3") : null;
  if (engine && !("missing" in engine))
    return {
      settings: { ...engine.settings },
      kill: () => void engine.run("kill"),
      revive: () => void engine.run("revive"),
      close: () => engine.down(),
    };
  const { settings, fail, heal, close } = await startS3Double({ pageSize: 100 });
  return {
    settings: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_PREFIX: settings.prefix,
    },
    kill: () => fail({ on: "GET ", how: "reset" }, { on: "HEAD ", how: "reset" }),
    revive: heal,
    close,
  };
}

describe.skipIf("missing" in trial)(`behind ${place}, with media in a bucket`, () => {
  const agent = new Agent({ keepAlive: true });
  let bucket: Bucket;
  let shop: TestMoney;
  let other: App;
  let engine: Engine;
  let series: MadeSeries;
  const prefixes: string[] = [];

  const portOf = ({ server }: Http) => (server.address() as AddressInfo).port;
  const ask = (path: string) =>
    new Promise<{ status: number; body: Buffer; cache: string }>((resolve) => {
      const { hostname, port } = new URL(engine.settings["EDGE_URL"] ?? "");
      get({ hostname, port, path, agent }, (answer) => {
        const parts: Buffer[] = [];
        answer
          .on("data", (part: Buffer) => parts.push(part))
          .on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              body: Buffer.concat(parts),
              cache: String(answer.headers["cache-control"]),
            }),
          );
      }).on("error", () => resolve({ status: 0, body: Buffer.alloc(0), cache: "" }));
    });

  beforeAll(async () => {
    bucket = await openBucket();
    shop = await testMoney({ ...env, ...bucket.settings });
    // The edge has the machine's time.
    await shop.advance((Date.now() - shop.clock.now().getTime()) / 1000);
    other = await secondNode(shop, shop.config);
    await other.http.listen({ port: 0, host: "127.0.0.1" });
    const apps = [shop, other].map(({ http }) => `127.0.0.1:${portOf(http)}`).join(",");
    const started = startEngine("edge", { ...env, APPS: apps });
    if ("missing" in started) throw new Error(started.missing);
    engine = started;
    series = await makeSeries(shop, { episodes: EPISODES, free: EPISODES });
    for (const { id } of series.episodes) {
      const { body } = await ask(`/api/video/episode?id=${id}`);
      const { info } = JSON.parse(body.toString()) as { info: { playback: { hls: string } } };
      prefixes.push(info.playback.hls.replace("index.m3u8", ""));
    }
  }, timeLimit(120));
  afterAll(async () => {
    engine?.down();
    agent.destroy();
    await other?.stop(0);
    await shop?.close();
    await bucket?.close();
  });

  /** Watches kept films, and opens the site, until told to stop. */
  function watchOn() {
    const wrong: string[] = [];
    const site: { ms: number; status: number }[] = [];
    let isOver = false;
    const viewers = Array.from({ length: VIEWERS }, async (_, viewer) => {
      for (let no = viewer; !isOver; no++) {
        const { status, body } = await ask(`${prefixes[no % WATCHED]}${FILE}`);
        if (status !== 200 || body.length !== 5_000) wrong.push(`film ${no % WATCHED}: ${status}`);
        await pause(20);
      }
    });
    const visitor = (async () => {
      const paths = ["/api/homepage", `/api/video?id=${series.id}`, "/api/plan", "/api/config"];
      for (let no = 0; !isOver; no++) {
        const began = performance.now();
        const { status } = await ask(paths[no % paths.length] ?? "/");
        site.push({ ms: performance.now() - began, status });
        await pause(10);
      }
    })();
    return {
      async stop() {
        isOver = true;
        await Promise.all([...viewers, visitor]);
        const times = site.map(({ ms }) => ms).toSorted((a, b) => a - b);
        return {
          wrong,
          p99: times[Math.floor(times.length * 0.99)] ?? 0,
          refused: site.filter(({ status }) => status !== 200).length,
          asked: site.length,
        };
      },
    };
  }

  test(
    "O37: when an app node and then the bucket are killed, kept films and the site go on, other films answer 503, and all is well once the bucket is back",
    async () => {
      for (const prefix of prefixes.slice(0, WATCHED)) expect((await ask(prefix + FILE)).status).toBe(200);
      const usual = watchOn();
      await pause((SECONDS * 1000) / 3);
      const before = await usual.stop();
      expect([before.wrong, before.refused]).toEqual([[], 0]);

      const watch = watchOn();
      other.http.server.close();
      other.http.server.closeAllConnections();
      expect((await ask(`${prefixes[WATCHED]}${FILE}`)).status).toBe(200);
      bucket.kill();
      const refused = await ask(`${prefixes[WATCHED + 1]}${FILE}`);
      expect([refused.status, refused.cache]).toEqual([503, expect.not.stringContaining("max-age")]);
      // Whichever node is asked first: the one that is dead is tried again every two seconds.
      const answers = new Set<number>();
      for (let no = 0; no < 50; no++) {
        answers.add((await ask(`${prefixes[WATCHED + 2]}${FILE}`)).status);
        await pause((SECONDS * 1000) / 150);
      }
      expect([...answers]).toEqual([503]);
      // Another episode can be opened, though it cannot be played yet.
      expect((await ask(`/api/video/episode?id=${series.episodes[WATCHED + 2]?.id}`)).status).toBe(200);
      const during = await watch.stop();
      console.log(
        `${during.asked} requests of the site without node and bucket, p99 ${during.p99.toFixed(0)} ms (${before.p99.toFixed(0)} ms before)`,
      );
      expect([during.wrong, during.refused]).toEqual([[], 0]);
      // One node does the work of two on a machine that others use.
      expect(during.p99).toBeLessThan(before.p99 * 2 + timeLimit(0.2));

      bucket.revive();
      for (const prefix of prefixes.slice(WATCHED))
        await expect
          .poll(async () => (await ask(prefix + FILE)).status, { timeout: BACK_MS, interval: 250 })
          .toBe(200);
    },
    timeLimit(90 + 2 * SECONDS),
  );
});
