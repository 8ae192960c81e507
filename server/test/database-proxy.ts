import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";

/** A proxy in front of a database, which can fail as networks do. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Resets all connections and every new one. */
  cut(): void;
  /** Accepts connections and passes nothing on, as a firewall that forgot them. */
  block(): void;
  /** Delivers every answer so many milliseconds late, as a distant or overloaded server. */
  slow(milliseconds: number): void;
  /** Passes everything on again. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a proxy in front of the database at a URL. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "whole" | "cut" | "blocked" = "whole";
  let delay = 0;
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (state === "cut") return void near.destroy();
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    far.on("error", () => near.destroy()).on("close", () => near.destroy());
    near.on("close", () => {
      far.destroy();
      pairs.delete(pair);
    });
    near.on("data", (data) => state === "whole" && far.write(data));
    far.on("data", (data) => {
      if (state !== "whole") return;
      if (delay === 0) near.write(data);
      else setTimeout(() => near.write(data), delay);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const reset = () => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    url: url.href,
    cut() {
      state = "cut";
      reset();
    },
    block() {
      state = "blocked";
    },
    slow(milliseconds) {
      delay = milliseconds;
    },
    heal() {
      state = "whole";
      // An answer that is still on its way would come after the next one.
      if (delay > 0) reset();
      delay = 0;
    },
    async close() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
