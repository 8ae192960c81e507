import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { unaudited } from "../../server/test/unaudited.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Running } from "../processes.ts";

/** How many requests are under way at a time. */
export const CONNECTIONS = 4;

/** Gives an owner a session, as signing in would. Returns its secret, which the cookie holds. */
export async function openSession({ database: { pool } }: Catalogue): Promise<string> {
  const raw = unaudited(pool);
  await raw.query(
    `insert into operator (id, email, role, state, created_at)
     values ('bench', 'bench@example.com', 'owner', 'active', now()) on conflict do nothing`,
  );
  await raw.query(
    `insert into operator_passkey (id, operator_id, credential_id, public_key, counter, backed_up, name, created_at)
     values ('bench', 'bench', 'bench', '', 0, false, 'bench', now()) on conflict do nothing`,
  );
  const token = randomBytes(32).toString("base64url");
  await raw.query(
    `insert into operator_session (id, operator_id, token_hash, device, network, created_at, last_used_at, ends_at)
     values ($1, 'bench', $2, 'bench', '127.0.0.1', now(), now(), now() + interval '1 hour')`,
    [`bench${process.pid}`, createHash("sha256").update(token).digest()],
  );
  return token;
}

const agent = new Agent({ keepAlive: true });

/** What a request sends. */
export interface Sent {
  method: "POST" | "PATCH";
  headers: Record<string, string>;
  body: Buffer;
}

/** Requests a call of the console with the cookie of a session; with `sent` by another method, as the console's page does. */
export function get(
  { port }: Running,
  cookie: string,
  path: string,
  sent?: Sent,
): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    request(
      {
        host: "127.0.0.1",
        port,
        agent,
        path: `/api/console/${path}`,
        method: sent?.method ?? "GET",
        headers: {
          host: `localhost:${port}`,
          cookie: `console=${cookie}`,
          ...(sent && {
            origin: `http://localhost:${port}`,
            ...sent.headers,
            "content-length": sent.body.length,
          }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        );
        answer.on("error", fail);
      },
    )
      .on("error", fail)
      .end(sent?.body);
  });
}

/** Posts an object as JSON. */
export function post(ours: Running, cookie: string, path: string, body: object) {
  return get(ours, cookie, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
}

/** Returns the times of requests in milliseconds, sorted. */
export async function timesOf(
  ours: Running,
  cookie: string,
  path: (no: number) => string,
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let no = 0;
  const one = async () => {
    while (performance.now() < end) {
      const asked = path(no++);
      const begun = performance.now();
      const { status, body } = await get(ours, cookie, asked);
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`${asked} answered ${status}: ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return times.toSorted((one, other) => one - other);
}
