import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishEpisode, saveEpisode } from "#catalogue";
import { loadBundles } from "#media";
import { readConfig } from "#platform/config";
import { asSystem } from "#platform/db/audit";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { pathIn } from "#test/path-in";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { actingOn, unaudited } from "#test/unaudited";
import { type App, createApp, type Shell } from "../src/app.ts";

const catalogue = join(import.meta.dirname, "../../demo/catalogue");

/** The keys that sign grants: the newest, and the previous one, which still verifies. */
export const grantKeys = {
  k2: "the newest key of thirty-two characters",
  k1: "an older key of thirty-two and more characters",
};

/** An episode and every file of its asset. */
export interface WalledEpisode {
  id: string;
  seriesId: string;
  number: number;
  assetId: string;
  files: ReadonlyMap<string, Buffer>;
}

/** An answer as received from the socket. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The real app and a second node behind nginx, with pages, on demo series whose first episode alone is free. */
export interface World {
  app: TestApp;
  node: App;
  /** The two series: a person may have bought the first, or the other. */
  bought: WalledEpisode[];
  other: WalledEpisode[];
  /** Sends a request with its path unchanged, which HTTP libraries would normalise. */
  ask(path: string, options?: AskOptions): Promise<RawAnswer>;
  /** Publishes one more episode of the first series. */
  publishAnother(): Promise<WalledEpisode>;
  close(): Promise<void>;
}

/** The options of a request. */
export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Whether to ask the node behind nginx. */
  behind?: boolean;
}

/** Records what a page is made of instead of rendering the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, queries, notFound }) {
    const html = `<pre>${JSON.stringify({ url, queries }).replaceAll("<", "\\u003c")}</pre>`;
    return { html, status: notFound ? 404 : 200, viewerStateAt: html.length };
  },
};

/** Opens it, in `beforeAll`. */
export async function openWorld(): Promise<World> {
  const env = {
    GRANT_KEYS: Object.entries(grantKeys)
      .map((pair) => pair.join(":"))
      .join(","),
  };
  const app = await testApp(env);
  const { db } = app.database;
  for (const folder of ["she-came-back-rich", "my-husband-s-second-phone"])
    await (await loadBundles()).importBundle({ ...actingOn(app), store: app.store }, join(catalogue, folder));
  await unaudited(app.database.pool).query("update series set free_episode_count = 1");
  const { rows } = await app.database.pool.query<{ id: string }>("select id from series order by source_key");
  const [other = [], bought = []] = await Promise.all(rows.map(({ id }) => episodesOf(app, id)));

  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-behind-"));
  const node = await createApp({
    ...app,
    config: readConfig(
      { ...raisedLimits, ...env, MEDIA_ACCEL: "/internal", DATA_DIR: folder, LOG_LEVEL: "silent" },
      folder,
    ),
    log: silentLog,
    web: { shell, folder },
    role: "web",
  });
  await node.http.ready();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ports = await Promise.all(
    [app, node].map(async ({ http }) => {
      await http.listen({ port: 0, host: "127.0.0.1" });
      return (http.server.address() as AddressInfo).port;
    }),
  );

  return {
    app,
    node,
    bought,
    other,
    ask(path, { method = "GET", headers = {}, behind = false } = {}) {
      return new Promise((resolve, reject) => {
        const port = ports[behind ? 1 : 0] ?? 0;
        const sent = request({ agent, port, host: "127.0.0.1", path, method, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts),
            }),
          );
        });
        sent.on("error", reject).end();
      });
    },
    async publishAnother() {
      const last = bought.at(-1);
      if (!last) throw new Error("There is no episode to come after.");
      const { seriesId } = last;
      const number = last.number + 1;
      const title = { en: `Part ${number}` };
      const id = await asSystem(db, "restore", (trx) =>
        saveEpisode(trx, app.clock, { seriesId, number, title }),
      );
      const assetId = newId(app.clock.now());
      await symlink(pathIn(app.store, `assets/${last.assetId}`), pathIn(app.store, `assets/${assetId}`));
      await asSystem(db, "restore", (trx) =>
        publishEpisode(trx, app.clock, { id, assetId, duration: 18, thumbnail: null }),
      );
      return { id, seriesId, number, assetId, files: last.files };
    },
    async close() {
      agent.destroy();
      await node.stop();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function episodesOf(app: TestApp, seriesId: string): Promise<WalledEpisode[]> {
  const { rows } = await app.database.pool.query<{ id: string; number: number; asset_id: string }>(
    "select id, number, asset_id from visible_episode where series_id = $1 order by number",
    [seriesId],
  );
  return Promise.all(
    rows.map(async ({ id, number, asset_id: assetId }) => {
      const folder = pathIn(app.store, `assets/${assetId}`);
      const names = (await readdir(folder)).toSorted();
      const files = await Promise.all(
        names.map(async (name) => [name, await readFile(join(folder, name))] as const),
      );
      return { id, seriesId, number, assetId, files: new Map(files) };
    }),
  );
}

/** Returns the kind of a file; every kind must be covered by the proof. */
export function kindOf(file: string): string {
  if (file === "index.m3u8") return "multivariant playlist";
  if (file === "iframes.m3u8") return "I-frame playlist";
  if (file.endsWith(".m3u8")) return "media playlist";
  if (file.startsWith("iframes-")) return file.endsWith(".mp4") ? "I-frame init" : "I-frame segment";
  if (file.endsWith(".mp4")) return "init segment";
  if (file.endsWith(".m4s")) return "segment";
  return file.startsWith("captions-") ? "captions" : file;
}

/** Returns whether an answer reveals anything of a media file, even only its size, or makes nginx send it. */
export function exposesMedia({ status, headers, body }: RawAnswer): boolean {
  if (headers["x-accel-redirect"] !== undefined) return true;
  const type = String(headers["content-type"] ?? "");
  const isMedia = /mpegurl|video|image|vtt/.test(type);
  if (isMedia && (status < 400 || status === 416)) return true;
  return /#EXT|WEBVTT|ftyp|moof|mdat|\xff\xd8\xff/.test(body.toString("latin1"));
}
