import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import type { Http } from "#platform/http/server";
import { loadEdgeCheck } from "#playback";
import { secondNode } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { type Engine, startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";
import type { App } from "../src/app.ts";

/** Seconds of viewing while a node is killed; the long tests give more. */
const SECONDS = Number(process.env["EDGE_SECONDS"] ?? 3);
/** A tenth of the requests where there is little time. */
const [VIEWERS, FILES] = SECONDS > 10 ? [40, 150] : [20, 30];
/** Between two files of a viewer. */
const PAUSE_MS = SECONDS > 10 ? 10 : 50;
const SEGMENT_BYTES = 40_000;

const secret = "0123456789abcdef0123456789abcdef";
const env = {
  GRANT_KEYS: `k2:${secret}-two,k1:${secret}-one`,
  ORIGIN_SECRET: `${secret}-origin`,
  MEDIA_EDGE: "checked",
  GRANT_SECONDS: "60",
  TRUST_PROXY: "127.0.0.1",
};
// Asked once whether it is installed; the real one needs the nodes' ports.
const trial = startEngine("edge", { ...env, APPS: "127.0.0.1:9" });
if (!("missing" in trial)) trial.down();

const place = "missing" in trial ? `the edge (${trial.missing})` : "the edge";

const nowSeconds = () => Math.floor(Date.now() / 1000);

interface Claims {
  key?: string;
  secret?: string;
  expiresAt?: number;
  episode?: string;
  viewer?: string;
  asset: string;
}

/** Signs a grant as docs/edge.md describes it. */
function grantPath({ asset, ...claims }: Claims): string {
  const { key = "k2", episode = "e", viewer = "v", expiresAt = nowSeconds() + 60 } = claims;
  const text = `${key}.${expiresAt}.${episode}.${viewer}`;
  const signature = createHmac("sha256", claims.secret ?? `${secret}-two`)
    .update(`${text}./media/v/${asset}/`)
    .digest("base64url");
  return `/media/v/${text}.${signature}/${asset}/`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Got {
  status: number;
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/** Asks by the path as it is written: `fetch` would resolve its dots. */
function ask(origin: string, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .once("error", reject)
        .once("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks),
            headers: answer.headers,
          }),
        );
    }).once("error", reject);
  });
}

describe.skipIf("missing" in trial)(`behind ${place}`, () => {
  let shop: TestMoney;
  let other: App;
  let edge: string;
  let engine: Engine;
  let series: MadeSeries;
  let asset: string;
  let episode: string;
  const files = new Map<string, Buffer>();
  /** Paths that the app nodes were asked for, and those that they were only told of. */
  const asked: string[] = [];
  const told: string[] = [];

  const portOf = ({ server }: Http) => (server.address() as AddressInfo).port;
  const fetchesOf = (file: string) => asked.filter((path) => path.endsWith(`/${asset}/${file}`)).length;

  async function addSegment(no: number): Promise<string> {
    const file = `v720-${String(no).padStart(5, "0")}.m4s`;
    const body = Buffer.alloc(SEGMENT_BYTES, `${file} `);
    await writeFile(join(shop.dataDir, "media/assets", asset, file), body);
    files.set(file, body);
    return file;
  }

  beforeAll(async () => {
    shop = await testMoney(env);
    // The edge has the machine's time.
    await shop.advance((Date.now() - shop.clock.now().getTime()) / 1000);
    other = await secondNode(shop, shop.config);
    await other.http.listen({ port: 0, host: "127.0.0.1" });
    for (const { http } of [shop, other])
      http.server.on("request", ({ method, url }: { method: string; url: string }) =>
        (method === "HEAD" ? told : asked).push(url),
      );
    const apps = [shop, other].map(({ http }) => `127.0.0.1:${portOf(http)}`).join(",");
    const started = startEngine("edge", { ...env, APPS: apps });
    if ("missing" in started) throw new Error(started.missing);
    engine = started;
    edge = started.settings["EDGE_URL"] ?? "";
    series = await makeSeries(shop, { episodes: 3, free: 2 });
    ({ assetId: asset = "", id: episode = "" } = series.episodes[0] ?? {});
    for (let no = 1; no <= FILES; no++) await addSegment(no);
  });
  afterAll(async () => {
    engine?.down();
    agent.destroy();
    await other?.stop(0);
    await shop?.close();
  });

  test(
    "O37: viewers with grants of their own share one copy of a file, which is fetched once from the app",
    async () => {
      const names = [...files.keys()];
      const wrong: string[] = [];
      const requests = VIEWERS * FILES;
      await Promise.all(
        Array.from({ length: VIEWERS }, async (_, viewer) => {
          const prefix = grantPath({ asset, episode, viewer: `viewer${viewer}` });
          // All begin at the same files, so that the edge is asked for each by many at once.
          for (const file of names) {
            const { status, body } = await ask(edge, prefix + file);
            if (status !== 200 || !files.get(file)?.equals(body)) wrong.push(`${status} ${file}`);
          }
        }),
      );
      expect(wrong).toEqual([]);
      const fetched = names.map(fetchesOf);
      expect(Math.max(...fetched)).toBe(1);
      const ratio = 1 - fetched.reduce((sum, count) => sum + count, 0) / requests;
      console.log(`${requests} requests, ${fetched.length} files, hit ratio ${(ratio * 100).toFixed(1)} %`);
      // One fetch a file is all that is left.
      expect(ratio).toBeGreaterThanOrEqual(1 - 1 / VIEWERS);
      expect(ratio).toBeGreaterThanOrEqual(0.95);
    },
    timeLimit(120),
  );

  test("O37: a kept file says how long the grant of who asks has left, and not who may keep it", async () => {
    const [file = ""] = files.keys();
    const prefix = grantPath({ asset, episode, expiresAt: nowSeconds() + 20 });
    const { status, headers } = await ask(edge, prefix + file);
    expect([status, headers["x-cache"], headers["cdn-cache-control"]]).toEqual([200, "HIT", undefined]);
    const age = Number(/^private, max-age=(\d+), immutable$/.exec(String(headers["cache-control"]))?.[1]);
    expect(age).toBeGreaterThanOrEqual(17);
    expect(age).toBeLessThanOrEqual(20);
    // Whoever goes past the edge gets nothing.
    expect((await ask(`http://127.0.0.1:${portOf(shop.http)}`, prefix + file)).status).toBe(403);
  });

  test("O37: ten kinds of forged grants are refused, of kept files and without asking the app", async () => {
    const [file = ""] = files.keys();
    const good = grantPath({ asset, episode });
    expect((await ask(edge, good + file)).status).toBe(200);
    const [, , , grant = ""] = good.split("/");
    const signature = grant.split(".")[4] ?? "";
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const forged: Record<string, string> = {
      expired: grantPath({ asset, expiresAt: nowSeconds() - 1 }) + file,
      "an hour ahead": grantPath({ asset, expiresAt: nowSeconds() + 3600 }) + file,
      "wrong secret": grantPath({ asset, secret: `${secret}-xxx` }) + file,
      "unknown key": grantPath({ asset, key: "k3" }) + file,
      "a property of every object": grantPath({ asset, key: "constructor" }) + file,
      "other asset": grantPath({ asset: "other" }).replace("/other/", `/${asset}/`) + file,
      "no grant": `/media/v/${asset}/${file}`,
      "flipped signature": good.replace(signature, flipped) + file,
      "a step up": `${grantPath({ asset: "other" })}../${asset}/${file}`,
      "an encoded slash": `${grantPath({ asset: "other" })}..%2f${asset}%2f${file}`,
    };
    // The app is told of the good one beside its answer.
    await expect.poll(() => told.some((path) => path.startsWith(good))).toBe(true);
    const sum = () => [...asked, ...told].filter((path) => path.includes(file)).length;
    const before = sum();
    const statuses = await Promise.all(
      Object.entries(forged).map(async ([kind, path]) => [kind, (await ask(edge, path)).status]),
    );
    expect(statuses).toEqual(Object.keys(forged).map((kind) => [kind, 403]));
    // "No grant" is no address of a file, so the app refuses that one itself.
    expect(sum() - before).toBeLessThanOrEqual(1);
  });

  test("O37: a range comes out of the kept file, and of one that is not kept yet", async () => {
    const [file = ""] = files.keys();
    const fresh = await addSegment(FILES + 1);
    const before = fetchesOf(file);
    for (const each of [file, fresh]) {
      const part = await ask(edge, grantPath({ asset, episode }) + each, { range: "bytes=100-299" });
      expect([each, part.status, part.headers["content-range"]]).toEqual([
        each,
        206,
        `bytes 100-299/${SEGMENT_BYTES}`,
      ]);
      expect(files.get(each)?.subarray(100, 300).equals(part.body)).toBe(true);
    }
    expect([fetchesOf(file) - before, fetchesOf(fresh)]).toEqual([0, 1]);
  });

  test("O37: playlists and previews are asked for each time, and a playlist of nobody is refused by the app", async () => {
    const [, , locked] = series.episodes;
    const nobody = grantPath({ asset: locked?.assetId ?? "", episode: locked?.id ?? "", viewer: "nobody" });
    expect((await ask(edge, `${nobody}index.m3u8`)).status).toBe(403);
    for (const viewer of ["someone", "someone-else"]) {
      const before = asked.length;
      const { status, headers } = await ask(edge, `${grantPath({ asset, episode, viewer })}index.m3u8`);
      expect([status, headers["cdn-cache-control"], asked.length - before]).toEqual([200, undefined, 1]);
    }
    // A preview that nobody opened: kept or not, the app is asked and refuses.
    const [file = ""] = files.keys();
    const preview = grantPath({ asset, episode, viewer: `preview-${"0".repeat(26)}` });
    expect((await ask(edge, preview + file)).status).toBe(403);
  });

  test(
    "O37: a refund during play closes playlists at once, and all else when the grant ends",
    async () => {
      const member = await makeMember(shop);
      const [, , locked] = series.episodes;
      const { info, reason } = await orderOf(member, {
        seriesId: series.id,
        currency: "USD",
        method: "card",
      });
      if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
      await payOrder(member, info.order.id);
      const answer = await member.call<{ playback: { hls: string } }>(
        "GET",
        `/api/video/episode?id=${locked?.id}`,
      );
      const prefix = answer.info.playback.hls.replace("index.m3u8", "");
      const viewer = prefix.split("/")[3]?.split(".")[3] ?? "";
      const segment = "v720-00000.m4s";
      for (const file of ["index.m3u8", segment])
        expect((await ask(edge, prefix + file)).status, file).toBe(200);
      // Another grant of this member, which ends soon, to see the end without waiting for it.
      const claims = { asset: locked?.assetId ?? "", episode: locked?.id ?? "", viewer };
      const short = grantPath({ ...claims, expiresAt: nowSeconds() + 4 });
      expect((await ask(edge, `${short}index.m3u8`)).status).toBe(200);

      await refundOrder(shop.billing, info.order.id, null, {
        by: "operator",
        actor: commandActor(),
        reason: null,
      });
      expect((await ask(edge, `${short}index.m3u8`)).status).toBe(403);
      expect((await ask(edge, `${prefix}index.m3u8`)).status).toBe(403);
      expect((await ask(edge, short + segment)).status).toBe(200);
      await pause(4_100);
      expect((await ask(edge, short + segment)).status).toBe(403);
      if (SECONDS < 50) return;
      await pause(Math.max(0, Number(prefix.split(".")[1]) * 1000 - Date.now() + 50));
      expect((await ask(edge, prefix + segment)).status).toBe(403);
    },
    timeLimit(120),
  );

  test("O37: the shipped PURGE_COMMAND removes one asset from the edge, and nothing else", async () => {
    const [file = ""] = files.keys();
    const { episodes } = series;
    const keep = `${grantPath({ asset: episodes[1]?.assetId ?? "" })}v720-init.mp4`;
    await ask(edge, keep);
    const purge = join(import.meta.dirname, "../../deploy/edge/purge-nginx.sh");
    const environment = { ...process.env, EDGE_CACHE: engine.settings["CACHE"] ?? "/nowhere" };
    expect(spawnSync(purge, [""], { env: environment }).status).toBe(2);
    const kept = async (path: string) => (await ask(edge, path)).headers["x-cache"];
    expect(await kept(grantPath({ asset, episode }) + file)).toBe("HIT");
    expect(spawnSync(purge, [`${asset}/`], { env: environment }).status).toBe(0);
    expect(await kept(grantPath({ asset, episode }) + file)).toBe("MISS");
    expect(await kept(keep)).toBe("HIT");
    // What the following tests expect to be kept.
    for (const each of files.keys()) await ask(edge, grantPath({ asset, episode }) + each);
  });

  test("O37: keys are replaced as grant-keys says, while the edge serves", async () => {
    const [file = ""] = files.keys();
    const status = async (key: string, half: string) =>
      (await ask(edge, grantPath({ asset, episode, key, secret: `${secret}${half}` }) + file)).status;
    const states = () => Promise.all([status("k1", "-one"), status("k2", "-two"), status("k3", "-three")]);
    expect(await states()).toEqual([200, 200, 403]);
    // The new one last at the edge; then it signs in the app; then the old one goes.
    const [two, one, three] = [...env.GRANT_KEYS.split(","), `k3:${secret}-three`];
    engine.run("keys", [two, one, three].join(","));
    await expect.poll(states).toEqual([200, 200, 200]);
    engine.run("keys", [three, two].join(","));
    await expect.poll(states).toEqual([403, 200, 200]);
    engine.run("keys", env.GRANT_KEYS);
    await expect.poll(states).toEqual([200, 200, 403]);
  });

  test("O37: doctor asks the edge for an expired grant and by each key, and compares its clock", async () => {
    const { checkEdge } = await loadEdgeCheck();
    const check = async (given: { keys?: string[]; ahead?: number; origin?: string }) => {
      const grantKeys = (given.keys ?? env.GRANT_KEYS.split(",")).map((pair) => {
        const [id = "", value = ""] = pair.split(":");
        return { id, secret: value };
      });
      const config = { edge: shop.config.edge, grantKeys, publicOrigin: given.origin ?? edge };
      const found = await checkEdge(config, new Date(Date.now() + (given.ahead ?? 0) * 1000));
      return found.filter(({ state }) => state !== "ok").map(({ state, text }) => `${state}: ${text}`);
    };
    expect(await check({})).toEqual([]);
    expect(await check({ keys: [`k9:${secret}-nine`, `k1:${secret}-one`] })).toEqual([
      expect.stringMatching(/^fault: .* refuses the key k9/),
    ]);
    expect(await check({ ahead: 15 })).toEqual([expect.stringMatching(/^note: .*clock is 1[4-6] s behind/)]);
    expect(await check({ ahead: -45 })).toEqual([expect.stringMatching(/^fault: .*clock is 4\d s ahead/)]);
    expect(await check({ origin: "http://127.0.0.1:9" })).toEqual([
      expect.stringMatching(/^fault: .*did not answer/),
    ]);
  });

  test(
    "O37: a node that dies under viewers costs nobody a file, kept or new; without any node kept files still come",
    async () => {
      const names = [...files.keys()];
      const wrong: string[] = [];
      let requests = 0;
      let isOver = false;
      const watch = async (viewer: number) => {
        for (let no = viewer; !isOver; no++) {
          const file = names[no % names.length] ?? "";
          const got = await ask(edge, grantPath({ asset, episode, viewer: `v${viewer}` }) + file);
          requests++;
          if (got.status !== 200 || !files.get(file)?.equals(got.body)) wrong.push(`${got.status} ${file}`);
          await pause(PAUSE_MS);
        }
      };
      const viewers = Array.from({ length: 20 }, (_, viewer) => watch(viewer));
      await pause(300);
      const die = ({ server }: Http) => {
        server.close();
        server.closeAllConnections();
      };
      die(other.http);
      for (let no = 1; no <= 20; no++) {
        const file = await addSegment(FILES + 100 + no);
        const got = await ask(edge, grantPath({ asset, episode }) + file);
        if (got.status !== 200 || !files.get(file)?.equals(got.body))
          wrong.push(`${got.status} ${file}, new`);
        await pause((SECONDS * 1000) / 20);
      }
      die(shop.http);
      await pause(500);
      isOver = true;
      await Promise.all(viewers);
      console.log(`${requests} requests while nodes died, ${wrong.length} wrong`);
      expect(wrong).toEqual([]);
      expect(requests).toBeGreaterThan(100);
    },
    timeLimit(60 + 2 * SECONDS),
  );
});
