import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startDemo } from "../demo.ts";
import { run } from "../processes.ts";
import { openReverseProxy, type ReverseProxy } from "./reverse-proxy.ts";
import { TITLE, type Videos } from "./videos.ts";

const SERVER = join(import.meta.dirname, "../../server/src");

/** An episode of the measured series. */
export interface Episode {
  id: string;
  number: number;
  /** The address of the same episode as plain MP4, on the same origin. */
  mp4: string;
}

/** The running product with its demo and a long series, behind a reverse proxy. */
export interface App {
  origin: string;
  seriesId: string;
  episodes: Episode[];
  /** Returns an episode's playlist with a valid grant. */
  playlistOf(episode: Episode): Promise<string>;
  /** Moves the server's clock. */
  advance(minutes: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the product on an empty folder and imports the videos. */
export async function openApp(videos: Videos): Promise<App> {
  const demo = await startDemo("player-data");
  const { port, settings } = demo;
  let front: ReverseProxy | null = null;
  const close = async () => {
    await front?.close();
    await demo.close();
  };
  try {
    await run(process.execPath, [join(SERVER, "media/bundle-command.ts"), "import", videos.bundle], {
      env: settings,
    });
    front = await openReverseProxy(port, videos.mp4);
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
