import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "#platform/db/database";
import { readPostmaster } from "#platform/db/postmaster";
import { makeDataDir, type TestDataDir } from "#test/data-dir";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let folder: TestDataDir;
beforeAll(() => {
  folder = makeDataDir();
});
afterAll(() => folder.remove());

interface Running {
  child: ChildProcess;
  url: string;
  seriesId: string;
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "reports-program.ts"), folder.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [firstLine] = (await once(createInterface(child.stdout), "line")) as [string];
  const [, port, seriesId = ""] = firstLine.split(" ");
  return { child, url: `http://127.0.0.1:${port}`, seriesId };
}

async function kill({ child }: Running): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

interface Guest {
  token: string;
  /** The highest position that was answered with 200, by episode. */
  answered: Map<string, number>;
}

async function newGuest({ url }: Running): Promise<Guest> {
  const answer = await fetch(`${url}/api/user`);
  return { token: answer.headers.get("x-user-token") ?? "", answered: new Map() };
}

function askForEpisodes({ url, seriesId }: Running, { token }: Guest): Promise<Response> {
  return fetch(`${url}/api/video/episode?seriesId=${seriesId}`, { headers: { "x-user-token": token } });
}

async function episodesOf(running: Running, guest: Guest) {
  const answer = await askForEpisodes(running, guest);
  const { data } = (await answer.json()) as {
    data: { list: { id: string; progress: { position: number } | null }[] };
  };
  return data.list;
}

const postmaster = () => readPostmaster(join(folder.path, "postgres", "data"))?.pid ?? 0;

/** Kills the app's database and waits until the app answers again. */
async function killPostgres(running: Running, guests: Guest[]): Promise<void> {
  const killed = postmaster();
  process.kill(killed, "SIGKILL");
  await expect.poll(postmaster, { timeout: timeLimit(20) }).not.toBe(killed);
  for (const guest of guests) {
    const status = async () => (await askForEpisodes(running, guest)).status;
    await expect.poll(status, { timeout: timeLimit(20) }).toBe(200);
  }
}

/** Reports increasing positions of an episode until the app stops answering or the signal aborts. */
async function watch({ url }: Running, { token, answered }: Guest, episodeId: string, until: AbortSignal) {
  for (let position = (answered.get(episodeId) ?? 0) + 1; !until.aborted; position++) {
    const answer = await fetch(`${url}/api/user/history`, {
      method: "POST",
      headers: { "x-user-token": token, "content-type": "application/json" },
      body: JSON.stringify({ episodeId, position, duration: 80_000 }),
    }).catch(() => null);
    if (!answer) return;
    // 503 while PostgreSQL is down: the report was not acknowledged.
    if (answer.status === 200) answered.set(episodeId, position);
    else await pause(20);
  }
}

/** Returns the reports that were answered with 200 and are missing. */
async function lost(running: Running, guests: Guest[]): Promise<string[]> {
  const missing: string[] = [];
  for (const guest of guests) {
    const saved = new Map(
      (await episodesOf(running, guest)).map(({ id, progress }) => [id, progress?.position ?? 0]),
    );
    for (const [id, position] of guest.answered)
      if ((saved.get(id) ?? 0) < position) missing.push(`${id} was at ${position}, is at ${saved.get(id)}`);
  }
  return missing;
}

test("R67, R14: no acknowledged report is lost and no play is counted twice when the app or PostgreSQL is killed", async () => {
  let running = await start();
  const losses: string[] = [];
  const guests = await Promise.all(Array.from({ length: 3 }, () => newGuest(running)));
  for (const victim of ["app", "postgres", "app"]) {
    const until = new AbortController();
    const watching = guests.flatMap(async (guest) =>
      Promise.all(
        (await episodesOf(running, guest))
          .slice(0, 4)
          .map(({ id }) => watch(running, guest, id, until.signal)),
      ),
    );
    // Long enough for plays to be counted and added in between.
    await pause(1_300);
    if (victim === "postgres") {
      await killPostgres(running, guests);
      await pause(1_000); // reports are accepted again
      until.abort();
      await Promise.all(watching);
      losses.push(...(await lost(running, guests)));
    }
    await kill(running);
    await Promise.all(watching);
    running = await start();
    losses.push(...(await lost(running, guests)));
  }
  expect(losses).toEqual([]);
  const answers = guests.flatMap((guest) => [...guest.answered.values()]);
  expect(answers).toHaveLength(12);
  expect(Math.min(...answers)).toBeGreaterThan(10);
  // The report that reaches three seconds counts the play: once for each guest and episode.
  const { url, seriesId } = running;
  const playCount = async () =>
    ((await (await fetch(`${url}/api/video?id=${seriesId}`)).json()) as { info: { playCount: number } }).info
      .playCount;
  await expect.poll(playCount).toBe(12);
  await kill(running);
  const database = await openDatabase({
    dataDir: folder.path,
    mode: "attach-or-own",
    holder: "durability check",
    log: silentLog,
  });
  const { rows } = await database.pool.query("select count(*)::int as left from pending_play");
  expect(rows[0].left).toBe(0);
  await database.close();
});
