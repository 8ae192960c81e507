import pg from "pg";

/** How long one of several hosts may take to say whether it takes writes. */
const ASK_MS = 1_500;
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(\/[^?]*)?(?:\?(.*))?$/;

/**
 * Returns an address for each host that a database's address names, as `postgres://user@a,b:6432/db?target_session_attrs=read-write`
 * does; one for an address with one host.
 */
export function addressesOf(url: string): string[] {
  const [, start = "", hosts = "", path = "", query = ""] = ADDRESS.exec(url) ?? [];
  if (!hosts.includes(",")) return [url];
  const rest = new URLSearchParams(query);
  // PostgreSQL's own library knows it; `pg` would send it to the server, which refuses it.
  rest.delete("target_session_attrs");
  const end = rest.size === 0 ? path : `${path}?${rest.toString()}`;
  return hosts.split(",").map((host) => `${start}${host}${end}`);
}

/** Returns what is wrong with the hosts of an address, as the end of a sentence; null if nothing is. */
export function faultOfHosts(url: string): string | null {
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1];
  const addresses = addressesOf(url);
  if (addresses.length === 1) return null;
  if (wanted !== "read-write")
    return "names several hosts; add ?target_session_attrs=read-write, so that the one which takes writes is used";
  return addresses.every((address) => URL.canParse(address)) ? null : "cannot be read; check its hosts";
}

/** What `pg` connects by: an address, and a class of clients that chooses among several hosts at each connection. */
export function connectionTo(url: string): { connectionString: string; Client: typeof pg.Client } {
  const addresses = addressesOf(url);
  const [connectionString = url] = addresses;
  return { connectionString, Client: addresses.length === 1 ? pg.Client : clientOf(addresses) };
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

function clientOf(addresses: readonly string[]): typeof pg.Client {
  return class extends pg.Client {
    async #follow(chosen: Promise<void>, callback: Connected): Promise<void> {
      try {
        await chosen;
      } catch (error) {
        return (callback as (error: Error) => void)(error as Error);
      }
      super.connect(callback);
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const chosen = choose(addresses).then((address) => moveTo(this, address));
      if (!callback) return chosen.then(() => super.connect());
      void this.#follow(chosen, callback);
      return undefined;
    }
  };
}

/** Changes where a client that has not connected yet will connect to. */
function moveTo(client: pg.Client, address: string): void {
  const { host, port } = new pg.Client({ connectionString: address });
  const { connectionParameters } = client as unknown as { connectionParameters: object };
  Object.assign(client, { host, port });
  Object.assign(connectionParameters, { host, port });
}

/**
 * Returns the host that takes writes, as soon as it says so. While none does, returns the first that answers, so that reading goes on;
 * throws the error of the last one if none answers.
 */
async function choose(addresses: readonly string[]): Promise<string> {
  const readable = new Set<string>();
  try {
    return await Promise.any(
      addresses.map(async (address) => {
        if (await takesWrites(address)) return address;
        readable.add(address);
        throw new Error("read-only");
      }),
    );
  } catch (error) {
    const found = addresses.find((address) => readable.has(address));
    if (found !== undefined) return found;
    throw (error as AggregateError).errors.at(-1);
  }
}

async function takesWrites(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: "cliffhanger hosts",
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  });
  client.on("error", () => undefined); // the query that fails reports it
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
    return rows[0]?.transaction_read_only === "off";
  } finally {
    // Not awaited: one that never connected never ends either.
    client.end().catch(() => undefined);
  }
}
