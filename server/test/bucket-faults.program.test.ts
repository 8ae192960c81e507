import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { claimStore } from "#platform/db/media-marker";
import { newId } from "#platform/ids";
import { digestOf } from "#platform/storage";
import { openS3Store } from "#platform/store/s3-store";
import { type BucketSettings, readBucket } from "#platform/store-settings";
import { type TestApp, testApp } from "#test/app";
import { type BucketMoment, startBucketProxy } from "#test/bucket-proxy";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makeVideo } from "#test/media-sources";
import { raisedLimits } from "#test/raised-limits";
import { startS3Double } from "#test/s3-double";
import { type Node, serverProgram, startNode } from "#test/serving";
import { ask, p99, visit } from "#test/visits";
import { startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";

/** The long tests kill at every point, and stop a real server; each kill costs an encode. */
const engine = process.env["S3_ENGINE"] === "1" ? startEngine("s3") : null;
if (engine && "missing" in engine) throw new Error(engine.missing);

vi.setConfig({ testTimeout: timeLimit(engine ? 600 : 90) });
const WAIT_MS = timeLimit(60);
const CALM_SECONDS = 15;
const STOPPED_SECONDS = 30;
/** The longest that a viewer waits for 503: three tries of five seconds, and what lies between. */
const LONGEST_MS = timeLimit(20);
const BACK_WITHIN_MS = timeLimit(15);

/** When a worker is killed: a request to the bucket, or a condition of the asset's row. */
const points: { what: string; at: string | RegExp; when?: BucketMoment["when"]; count?: number }[] = [
  { what: "it reads the upload", at: /^GET \S*\/uploads\/[^?]/ },
  { what: "it stores the source", at: /^PUT \S*\/spool\// },
  { what: "it reads the source", at: /^GET \S*\/spool\/\w+/ },
  { what: "it encodes", at: "state = 'encoding' and progress is not null" },
  { what: "it deletes what made the asset complete", at: /^POST \S*\?delete/, when: "ended" },
  { what: "the first file is stored", at: /^PUT \S*\/assets\//, when: "ended" },
  { what: "the tenth file is stored", at: /^PUT \S*\/assets\//, when: "ended", count: 10 },
  { what: "a playlist is sent", at: /^PUT \S*\.m3u8/ },
  { what: "complete.json is sent, which does not arrive", at: /^PUT \S*complete\.json/ },
  { what: "complete.json is stored", at: /^PUT \S*complete\.json/, when: "ended" },
];

let bucket: BucketSettings;
let app: TestApp;
let editor: MadeOperator;
let folder: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  if (engine) {
    const given: Readonly<Record<string, string>> = engine.settings;
    const faults: string[] = [];
    const read = readBucket((name) => given[name] ?? null, faults);
    if (!read) throw new Error(faults.join("\n"));
    bucket = read;
    closing.push(engine.down);
  } else {
    const double = await startS3Double({ pageSize: 100 });
    bucket = double.settings;
    closing.push(double.close);
  }
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-killed-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  app = await testApp(settingsOf(bucket));
  closing.push(app.close);
  await claimStore(app.database.db, app.store);
  // Nodes and workers know the real time.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000);
  editor = await makeOperator(app, "editor");
}, timeLimit(120));
afterAll(async () => {
  for (const close of closing.reverse()) await close();
}, timeLimit(60));

function settingsOf(at: BucketSettings): Record<string, string> {
  return {
    MEDIA_STORE: "s3",
    S3_ENDPOINT: at.endpoint,
    S3_BUCKET: at.bucket,
    S3_ACCESS_KEY_ID: at.accessKeyId,
    S3_SECRET_ACCESS_KEY: at.secretAccessKey,
    S3_PREFIX: at.prefix.replace(/\/$/, ""),
    MEDIA_CACHE_MB: "0",
  };
}

/** Uploads a film in the console. Returns its series. */
async function uploadFilm(): Promise<string> {
  makeVideo(join(folder, "1.mp4"), { seconds: 2 });
  const bytes = await readFile(join(folder, "1.mp4"));
  const requestKey = newId(app.clock.now()).toUpperCase();
  const files = [{ name: "1.mp4", size: bytes.length, lastModified: 7 }];
  const { info } = await editor.call("POST", "/upload", { requestKey, title: "Harbour", files });
  const sent = await app.http.inject({
    method: "PATCH",
    url: `/api/console/tus/${info.files[0].id}`,
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: `console=${editor.cookie}`,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    payload: bytes,
  });
  expect(sent.statusCode).toBe(204);
  return info.seriesId;
}

/** Starts a worker on a machine of its own: it shares the database and the bucket, nothing else. */
async function startWorker(endpoint: string): Promise<{ child: ChildProcess; output(): string }> {
  const dataDir = await mkdtemp(join(folder, "machine-"));
  const child = spawn(process.execPath, [serverProgram, "--role", "worker"], {
    env: {
      ...process.env,
      ...settingsOf({ ...bucket, endpoint }),
      DATABASE_URL: app.database.url,
      DATA_DIR: dataDir,
      DEMO: "off",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}

/** Runs a worker until a point, where it is killed. Returns what it had logged if it never came there. */
async function killAt({ at, when = "begins", count = 1 }: (typeof points)[number]): Promise<string | null> {
  let seen = 0;
  let isThere = false;
  const proxy = await startBucketProxy(bucket.endpoint, (moment) => {
    if (typeof at === "string" || moment.when !== when || !at.test(moment.line)) return "pass";
    seen += 1;
    if (seen !== count) return "pass";
    isThere = true;
    child.kill("SIGKILL");
    return "refuse";
  });
  const { child, output } = await startWorker(proxy.endpoint);
  const ended = once(child, "exit");
  try {
    for (const until = Date.now() + WAIT_MS; !isThere && Date.now() < until && child.exitCode === null; ) {
      await pause(20);
      if (typeof at === "string") isThere = (await countRows(at)) > 0;
    }
    return isThere ? null : output();
  } finally {
    child.kill("SIGKILL");
    await ended;
    await proxy.close();
  }
}

async function countRows(condition: string): Promise<number> {
  return (await app.database.pool.query(`select from asset where ${condition}`)).rowCount ?? 0;
}

/** Looks, again and again, for a file that a process would serve of an asset without its complete.json. */
function watchForHalves() {
  const halves: string[] = [];
  let isOn = true;
  let looked = 0;
  const watching = (async () => {
    while (isOn) {
      // A process that knows nothing yet, as each one does at its start.
      const fresh = await openS3Store(bucket, folder);
      for await (const { key } of fresh.list("assets/")) {
        const complete = `${key.slice(0, key.lastIndexOf("/"))}/complete.json`;
        const before = await fresh.read(complete);
        const served = await (await openS3Store(bucket, folder)).read(key);
        const after = await (await openS3Store(bucket, folder)).read(complete);
        looked += 1;
        if (served && !before && !after) halves.push(key);
      }
      await pause(10);
    }
  })();
  return {
    halves,
    looked: () => looked,
    async stop() {
      isOn = false;
      await watching;
    },
  };
}

test("O35: a worker that is killed while it encodes into the bucket leaves nothing half served, and the next one makes the film ready", async () => {
  const seriesId = await uploadFilm();
  const watch = watchForHalves();
  const look = async () => (await editor.call("GET", `/series/episodes?id=${seriesId}`)).info.episodes[0];
  try {
    for (const point of engine ? points : points.slice(-2, -1)) {
      expect(await killAt(point), point.what).toBeNull();
      expect(await countRows("state = 'ready'"), point.what).toBe(0);
      const fresh = await openS3Store(bucket, folder);
      for (const asset of await fresh.names("assets"))
        expect((await fresh.read(`assets/${asset}/complete.json`)) !== null, point.what).toBe(
          point.when === "ended" && String(point.at).includes("complete"),
        );
    }
    const { child, output } = await startWorker(bucket.endpoint);
    try {
      await vi.waitFor(async () => expect((await look())?.film?.state, output()).toBe("ready"), {
        timeout: WAIT_MS,
        interval: 200,
      });
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  } finally {
    await watch.stop();
  }
  expect(watch.halves).toEqual([]);
  expect(watch.looked()).toBeGreaterThan(0);
  const { rows } = await app.database.pool.query(
    "select key, sha256 from media_file where key like 'assets/%'",
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { key, sha256 } of rows) expect((await digestOf(app.store, key))?.sha256, key).toBe(sha256);
  const left: string[] = [];
  for (const prefix of ["uploads/", "spool/"])
    for await (const { key } of app.store.list(prefix)) left.push(key);
  expect(left).toEqual([]);
});

/** Stops the gateway under visits to a node, and lets it go on. */
async function stopGateway(node: Node, run: (command: string) => void) {
  const { id, episodes } = await makeSeries(app);
  const agent = new Agent();
  const episode = `/api/video/episode?id=${episodes[0]?.id}`;
  const grant = async () => {
    const { body } = await ask(agent, node.port, episode);
    const hls: string = JSON.parse(body).info.playback.hls;
    return hls.replace("index.m3u8", "v720-00000.m4s");
  };
  const site = ["/api/homepage", `/api/video?id=${id}`, episode, "/api/config"];
  const media = await grant();
  // Once, so that what is compiled and connected at first is no part of either figure.
  await visit(node, { seconds: 3, site, media });
  const calm = await visit(node, { seconds: CALM_SECONDS, site, media });
  run("pause");
  const stopped = await visit(node, { seconds: STOPPED_SECONDS, site, media });
  const since = performance.now();
  run("resume");
  while ((await ask(agent, node.port, await grant())).status !== 200) {
    expect(performance.now() - since).toBeLessThan(BACK_WITHIN_MS);
    await pause(100);
  }
  const backMs = performance.now() - since;
  return { calm, stopped, backMs, after: await visit(node, { seconds: 5, site, media: await grant() }) };
}

test.each(engine ? [engine] : [])(
  `O35: while the gateway is stopped for ${STOPPED_SECONDS} s, the site is as quick as before and media answers 503; then media is back by itself`,
  async ({ run }) => {
    const place = { databaseUrl: app.database.url, dataDir: join(folder, "node") };
    const node = await startNode(place, { ...raisedLimits, ...settingsOf(bucket) });
    try {
      const { calm, stopped, backMs, after } = await stopGateway(node, run);
      const [before, during] = [p99(calm.site), p99(stopped.site)];
      const longest = Math.max(...stopped.media.map(({ ms }) => ms));
      console.log(
        `Site p99 ${before.toFixed(0)} ms, ${during.toFixed(0)} ms without the bucket (${stopped.site.length} answers); ` +
          `${stopped.media.length} requests for media, the slowest ${(longest / 1000).toFixed(1)} s; back after ${(backMs / 1000).toFixed(1)} s`,
      );
      const others = [...calm.site, ...calm.media, ...stopped.site, ...after.site, ...after.media];
      expect(others.filter(({ status }) => status !== 200)).toEqual([]);
      expect(during).toBeLessThan(2 * before + timeLimit(0.05));
      expect(stopped.media.length).toBeGreaterThan(20);
      expect(stopped.media.filter((one) => one.status !== 503 || one.retryAfter !== "2")).toEqual([]);
      expect(longest).toBeLessThan(LONGEST_MS);
    } finally {
      run("resume");
      await node.close();
    }
  },
);
