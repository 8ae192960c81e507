// The limit of the console's lists: their own statements through the product's pool, without HTTP. A message
// `{ seconds, connections }` sends them and is answered with the times in milliseconds.
import { openPool } from "../../server/src/platform/db/pool.ts";
import { openLog } from "../../server/src/platform/log.ts";

type Statement = { text: string; values: unknown[] };
type Message =
  | { databaseUrl: string; size: number; lists: Statement[][] }
  | { seconds: number; connections: number };

let send: (no: number) => Promise<unknown> = async () => undefined;

process.on("message", (message: Message) => {
  if ("databaseUrl" in message) {
    const { databaseUrl, size, lists } = message;
    const pool = openPool(
      databaseUrl,
      { size, statementTimeoutMs: 5_000 },
      openLog({ level: "error", pretty: false }),
    );
    send = async (no) => {
      for (const { text, values } of lists[no % lists.length] ?? []) await pool.query(text, values);
    };
    process.send?.(0);
  } else void timesOf(message.seconds, message.connections);
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));

async function timesOf(seconds: number, connections: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let no = 0;
  const one = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await send(no++);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  process.send?.({ times: times.toSorted((a, b) => a - b) });
}
