// The limit of every answer that is read from the database: one row by its primary key, through the
// product's pool. A request for `/` reads one; a message `{ seconds, connections }` reads without HTTP and is answered with
// the rate.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openPool } from "../../server/src/platform/db/pool.ts";
import { openLog } from "../../server/src/platform/log.ts";

type Message = { databaseUrl: string; ids: string[] } | { seconds: number; connections: number };

let read: () => Promise<unknown> = async () => undefined;

process.on("message", (message: Message) => {
  if ("databaseUrl" in message) begin(message.databaseUrl, message.ids);
  else void readFor(message.seconds, message.connections);
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));

async function readFor(seconds: number, connections: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const reader = async () => {
    for (; performance.now() < end; count++) await read();
  };
  await Promise.all(Array.from({ length: connections }, reader));
  process.send?.({ rate: count / seconds });
}

function begin(databaseUrl: string, ids: string[]): void {
  const pool = openPool(
    databaseUrl,
    { size: 7, statementTimeoutMs: 5_000 },
    openLog({ level: "error", pretty: false }),
  );
  let at = 0;
  read = async () => {
    at = (at + 1) % ids.length;
    const { rows } = await pool.query("select id, title from series where id = $1", [ids[at]]);
    return rows[0];
  };
  const server = createServer((_request, response) => {
    void read().then((row) => {
      const body = Buffer.from(JSON.stringify(row));
      response
        .writeHead(200, { "content-type": "application/json", "content-length": body.length })
        .end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}
