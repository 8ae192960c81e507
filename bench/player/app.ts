import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { folder, freePort, run, startNode, stop } from "../processes.ts";
import { type Films, TITLE } from "./films.ts";
import { type Front, openFront } from "./front.ts";

const PATIENCE_S = 90;
const SERVER = join(import.meta.dirname, "../../server/src");
/** Ports in a row that the demo's stand-ins take. */
const STAND_INS = 9;

/** One episode of the series that is watched. */
export interface Episode {
  id: string;
  number: number;
  /** Where the same film lies as plain MP4, on the same origin. */
  mp4: string;
}

/** The product, running with its demo and a long series, behind the front that everything goes through. */
export interface App {
  origin: string;
  seriesId: string;
  episodes: Episode[];
  /** The playlist of an episode, with a grant that opens it. */
  playlistOf(episode: Episode): Promise<string>;
  /** Moves the server's clock. */
  advance(minutes: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the product on an empty folder and takes the films in. */
export async function openApp(films: Films): Promise<App> {
  const dataDir = await mkdtemp(join(await folder("player-data"), "run-"));
  const [port, sandboxPort] = [await freePort(), await freePorts()];
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const child = startNode(join(SERVER, "main.ts"), [], {
    env: { ...settings, DEMO: "on", PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
  });
  let front: Front | null = null;
  const close = async () => {
    await front?.close();
    await stop(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(port, () => child.exitCode);
    await run(process.execPath, [join(SERVER, "media/bundle-command.ts"), "import", films.bundle], {
      env: settings,
    });
    front = await openFront(port, films.mp4);
    const { origin } = front;
    const seriesId = await findSeries(origin);
    const { list } = await info<{ list: Episode[] }>(`${origin}/api/video/episode?seriesId=${seriesId}`);
    return {
      origin,
      seriesId,
      episodes: list.map(({ id, number }) => ({ id, number, mp4: `/bench/mp4/${number}` })),
      async playlistOf({ id }) {
        const { playback } = await info<{ playback: { hls: string } }>(
          `${origin}/api/video/episode?id=${id}`,
        );
        return playback.hls;
      },
      async advance(minutes) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/test/clock`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ advance: minutes * 60 }),
        });
        if (!answer.ok) throw new Error(`The clock answered ${answer.status}: ${await answer.text()}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ready(port: number, ended: () => number | null): Promise<void> {
  for (let tries = 0; tries < PATIENCE_S * 5; tries++) {
    if (ended() !== null) throw new Error("The app ended before it was ready.");
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`The app was not ready after ${PATIENCE_S} s.`);
}

async function findSeries(origin: string): Promise<string> {
  for (let tries = 0; tries < 25; tries++) {
    const { list } = await info<{ list: { id: string; title: string }[] }>(
      `${origin}/api/homepage/query?pageSize=100`,
    );
    const found = list.find(({ title }) => title === TITLE);
    if (found) return found.id;
    await pause(200);
  }
  throw new Error("The series of the benchmarks is not in the catalogue.");
}

async function info<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  const answered = (await answer.json()) as { info?: T; data?: T };
  const found = answered.info ?? answered.data;
  if (!found) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(answered).slice(0, 200)}`);
  return found;
}

/** Ports in a row of which none is taken, below those that systems hand out by themselves. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const first = 16_384 + Math.floor(Math.random() * 1500) * STAND_INS;
    const free = await Promise.all(Array.from({ length: STAND_INS }, (_, place) => isFree(first + place)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${STAND_INS} ports in a row are free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const found = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return found;
}
