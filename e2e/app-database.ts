import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** Connects to the database of a running app, for as long as `work` takes. */
export async function inDatabase<T>(
  { dataDir }: { dataDir: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const pid = await readFile(join(dataDir, "postgres/data/postmaster.pid"), "utf8");
  const [, , , port, host] = pid.split("\n");
  const client = new pg.Client({ host, port: Number(port), user: "cliffhanger", database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
