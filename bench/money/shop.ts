import { createHash, randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { startSimulator } from "../../server/src/sandbox-fork.ts";
import { control } from "../../server/src/sandbox-gateways.ts";
import { freePort } from "../../server/test/free-port.ts";
import { silentLog } from "../../server/test/silent-log.ts";
import { type Catalogue, openCatalogue } from "../catalogue.ts";
import { loadCore, type Running, run, startOurs } from "../processes.ts";
import { grantKeys } from "../watching.ts";
import { startSlowGateway } from "./slow-gateway.ts";

/** A new installation that sells by card, with the card gateway's simulator. */
export interface Shop {
  catalogue: Catalogue;
  port: number;
  /** The settings of its processes and commands. */
  env: Record<string, string>;
  gateway: { api: string; secretKey: string; webhookSecret: string; control: string };
  /** Starts a second process, which does what is due. */
  startWorker(): Promise<Running>;
  close(): Promise<void>;
}

interface Ready {
  api: string;
  control: string;
  secretKey: string;
  publishableKey: string;
}

/** Opens one in a folder of its own, which `close` removes. `lateMs`: by how much the gateway's answers are late. */
export async function openShop({ lateMs = 0 } = {}): Promise<Shop> {
  const catalogue = await openCatalogue(`money-${process.pid}`, 0);
  const simulator = await startSimulator<Ready>({
    file: "stripe/main.ts",
    args: ["--port", "0"],
    without: "nothing is sold.",
    log: silentLog,
  });
  const { ready } = simulator;
  const api = new URL(ready.api).origin;
  const slow = lateMs > 0 ? await startSlowGateway(api, lateMs) : null;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { secret } = (await control(ready.control, "PUT", "/webhook-endpoint", {
    url: `${origin}/api/webhook/payment/stripe`,
  })) as { secret: string };
  // A simulated second of the gateway's limit would say nothing about ours.
  await control(ready.control, "POST", "/pace", { most: null });
  const env = {
    ...catalogue.env,
    PUBLIC_ORIGIN: origin,
    GRANT_KEYS: grantKeys,
    LOG_LEVEL: "error",
    PAYMENTS_ALLOW_SANDBOX: "1",
    // Each member has an address of their own, as in life.
    TRUST_PROXY: "127.0.0.1",
    STRIPE_SECRET_KEY: ready.secretKey,
    STRIPE_PUBLISHABLE_KEY: ready.publishableKey,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: slow?.origin ?? api,
  };
  const web = await startOurs(env, { port });
  return {
    catalogue,
    port,
    env,
    gateway: {
      api,
      secretKey: ready.secretKey,
      webhookSecret: secret,
      control: ready.control,
    },
    startWorker: () => startOurs({ ...env, BACKUP_EVERY: "off" }, { args: ["--role", "all"], core: null }),
    async close() {
      await web.stop();
      slow?.close();
      await simulator.stop();
      await catalogue.close();
      await rm(catalogue.env.DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** A member with a session. */
export interface Member {
  id: string;
  cookie: string;
  address: string;
}

/** Creates members with sessions, as registrations would, without hashing their passwords. */
export async function makeMembers(
  { database: { pool } }: Catalogue,
  count: number,
  name: string,
): Promise<Member[]> {
  const at = new Date();
  const members = Array.from({ length: count }, (_, no) => ({
    id: `${name}-${no}`,
    cookie: randomBytes(32).toString("base64url"),
    address: `10.${[...randomBytes(3)].join(".")}`,
  }));
  const ids = members.map(({ id }) => id);
  await pool.query(
    `insert into visitor (id, kind, email, language, referrer_token, created_at, registered_at)
     select id, 'member', id || '@example.com', 'en', id, $2, $2 from unnest($1::text[]) as id`,
    [ids, at],
  );
  await pool.query(
    `insert into session (id, visitor_id, cookie_hash, device, created_at, last_seen_at, ends_at)
     select id, id, hash, 'Bench', $3, $3, $4 from unnest($1::text[], $2::bytea[]) as t (id, hash)`,
    [
      ids,
      members.map(({ cookie }) => createHash("sha256").update(cookie).digest()),
      at,
      new Date(at.getTime() + 86_400_000),
    ],
  );
  return members;
}

/** Makes a call as a member. Throws unless it is answered with code 200. */
export async function call<T>(
  { port }: Pick<Shop, "port">,
  { cookie, address }: Member,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      cookie: `sid=${cookie}`,
      "x-forwarded-for": address,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, message, info } = (await answer.json()) as { code: number; message: string; info: T };
  if (code !== 200) throw new Error(`${path} answers ${code}: ${message}`);
  return info;
}

/** Makes a request to the gateway itself. */
export async function askGateway<T>(
  { gateway }: Shop,
  path: string,
  form: Record<string, string>,
): Promise<T> {
  const answer = await fetch(`${gateway.api}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.secretKey}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`The gateway answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Returns the most memory that a process has had, in bytes. */
export async function peakMemoryOf(pid: number): Promise<number> {
  const status = await run("grep", ["VmHWM", `/proc/${pid}/status`], { core: loadCore });
  return Number(/\d+/.exec(status)?.[0] ?? Number.NaN) * 1024;
}
