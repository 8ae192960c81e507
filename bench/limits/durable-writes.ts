// The limit of every call that writes: two rows by their keys in one statement, through the product's pool.
// A message `{ seconds, connections }` writes and is answered with the rate and the 99th percentile.
import { openPool } from "../../server/src/platform/db/pool.ts";
import { openLog } from "../../server/src/platform/log.ts";

type Message = { databaseUrl: string; keys: [string, string][] } | { seconds: number; connections: number };

let write: (count: number) => Promise<unknown> = async () => undefined;

process.on("message", (message: Message) => {
  if ("databaseUrl" in message) void begin(message.databaseUrl, message.keys);
  else void writeFor(message.seconds, message.connections);
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));

async function writeFor(seconds: number, connections: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const took: number[] = [];
  const writer = async () => {
    for (let last = performance.now(); last < end; ) {
      await write(took.length);
      const now = performance.now();
      took.push(now - last);
      last = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, writer));
  took.sort((a, b) => a - b);
  process.send?.({ rate: took.length / seconds, p99: took[Math.floor(took.length * 0.99)] ?? Number.NaN });
}

async function begin(databaseUrl: string, keys: [string, string][]): Promise<void> {
  const pool = openPool(
    databaseUrl,
    { size: 7, statementTimeoutMs: 5_000 },
    openLog({ level: "error", pretty: false }),
  );
  await pool.query(`
    drop table if exists limit_progress, limit_history;
    create table limit_progress (visitor text, episode text, position real, at timestamptz,
      primary key (visitor, episode)) with (fillfactor = 80);
    create table limit_history (visitor text primary key, episode text, at timestamptz) with (fillfactor = 80)`);
  let at = 0;
  write = (count) => {
    at = (at + 1) % keys.length;
    const [visitor, episode] = keys[at] ?? ["", ""];
    return pool.query(
      `with kept as (
         insert into limit_progress values ($1, $2, $3, $4)
         on conflict (visitor, episode) do update set position = excluded.position, at = excluded.at)
       insert into limit_history values ($1, $2, $4)
       on conflict (visitor) do update set episode = excluded.episode, at = excluded.at`,
      [visitor, episode, count / 1000, new Date()],
    );
  };
  // Sent instead of a port, because it is ready.
  process.send?.(0);
}
