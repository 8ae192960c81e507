import { createHash, generateKeyPairSync, randomBytes, randomInt, sign } from "node:crypto";
import type { Envelope, Role } from "@cliffhanger/contract";
import { parseSetCookie } from "cookie";
import { TOTP } from "otpauth";
import { invite } from "#operators";
import { newId } from "#platform/ids";
import type { TestApp } from "#test/app";
import { actingOn } from "#test/unaudited";

/** The console's address in tests, as its browser sees it. */
export const consoleOrigin = "http://localhost:3000";

/** An answer of the console. */
export interface ConsoleAnswer extends Envelope {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its call answers.
  info: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its call answers.
  data: any;
}

/** A browser at the console. */
export interface ConsoleBrowser {
  cookie: string | null;
  address: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ConsoleAnswer>;
}

/** An operator with a signed-in browser, and what they prove their identity with. */
export interface MadeOperator extends ConsoleBrowser {
  id: string;
  email: string;
  password: string;
  recoveryCodes: string[];
  /** Returns the code of the authenticator app at this moment; each serves once, so time passes for the next. */
  code(): string;
}

type Node = Pick<TestApp, "http">;

/** Opens a browser at the console, with an address of its own. */
export function openConsole({ http }: Node, cookie: string | null = null): ConsoleBrowser {
  const browser: ConsoleBrowser = {
    cookie,
    // So many addresses that two browsers of a test file hardly share one.
    address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    async call(method, path, body, headers = {}) {
      const response = await http.inject({
        method: method as "GET",
        url: `/api/console${path}`,
        remoteAddress: browser.address,
        headers: {
          host: "localhost:3000",
          ...(method === "GET" ? {} : { origin: consoleOrigin }),
          ...(browser.cookie ? { cookie: `console=${browser.cookie}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const set = response.headers["set-cookie"];
      if (typeof set === "string") browser.cookie = parseSetCookie(set).value || null;
      const type = response.headers["content-type"] ?? "";
      const answer = String(type).includes("json") ? response.json() : {};
      return { status: response.statusCode, ...answer };
    },
  };
  return browser;
}

/** Invites an operator and lets them join by password and code. */
export async function makeOperator(
  app: Node & Pick<TestApp, "database" | "clock">,
  role: Role,
): Promise<MadeOperator> {
  const email = `${role}-${newId(app.clock.now()).slice(-10)}@example.com`;
  const { operatorId: id, code: link } = await invite(actingOn(app), { email, role });
  const browser = openConsole(app);
  const looked = await browser.call("POST", "/welcome", { code: link });
  const { secret, challenge } = looked.info.password;
  const totp = new TOTP({ secret });
  const code = () => totp.generate({ timestamp: app.clock.now().getTime() });
  const password = `salt and iron ${randomBytes(6).toString("hex")}`;
  const joined = await browser.call("POST", "/welcome", {
    code: link,
    password: { challenge, password, code: code() },
  });
  if (joined.code !== 200) throw new Error(`Joining failed: ${JSON.stringify(joined)}`);
  return Object.assign(browser, { id, email, password, recoveryCodes: joined.info.recoveryCodes, code });
}

/** Signs an operator in at another browser. */
export async function signInAgain(
  app: Node & Pick<TestApp, "clock">,
  operator: MadeOperator,
): Promise<ConsoleBrowser> {
  app.clock.advance(30);
  const browser = openConsole(app);
  const { email, password } = operator;
  const begun = await browser.call("POST", "/session/password", { email, password });
  const done = await browser.call("POST", "/session/code", {
    attempt: begun.info.attempt,
    code: operator.code(),
  });
  if (done.code !== 200) throw new Error(`Signing in failed: ${JSON.stringify(done)}`);
  return browser;
}

/** Proves the identity of an operator again. */
export async function becomeFresh(app: Pick<TestApp, "clock">, operator: MadeOperator): Promise<void> {
  app.clock.advance(30);
  const { password } = operator;
  const done = await operator.call("POST", "/session/fresh", { password, code: operator.code() });
  if (done.code !== 200) throw new Error(`No fresh proof: ${JSON.stringify(done)}`);
}

/** An authenticator in software: what a security key or a phone does, by the WebAuthn specification. */
export function softwareAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;
  const authenticatorData = (rpId: string, attested?: Buffer) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    // User present, user verified, and attested data when a credential is made.
    const flags = Buffer.from([attested ? 0x45 : 0x05]);
    return Buffer.concat([sha256(rpId), flags, count, attested ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    create(options: { rp: { id: string }; challenge: string }, origin = consoleOrigin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(options.rp.id, attested)],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", options.challenge, origin).toString("base64url"),
          attestationObject: cbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get(options: { rpId: string; challenge: string }, origin = consoleOrigin) {
      const data = authenticatorData(options.rpId);
      const client = clientData("webauthn.get", options.challenge, origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** Writes a value as CBOR: small numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
