import { createHash } from "node:crypto";
import type { Envelope, User } from "@cliffhanger/contract";
import { parseSetCookie } from "cookie";
import type { Http } from "#platform/http/server";
import { randomWord } from "#platform/ids";
import type { TestApp } from "./app.ts";

/** The methods of the API. */
export type Method = "GET" | "POST" | "DELETE";

/** The secrets that a client of the API received, as a browser or a native app stores them. */
export interface Device {
  cookie: string | null;
  token: string | null;
  /** The client's IP address; loopback by default. */
  address?: string;
}

/** An answer of the API. */
export interface Answer<T = unknown> extends Envelope {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  info: T;
}

/** A person on a device who calls the app. */
export interface Person extends Device {
  id: string;
  /** Calls the API as this person; returned secrets are stored and used from then on. */
  call<T = Record<string, unknown>>(method: Method, path: string, body?: unknown): Promise<Answer<T>>;
}

/** A person with an account. */
export interface MadeMember extends Person {
  email: string;
  password: string;
}

/** The app, or another node on its database. */
type Node = { http: Http };

/** Returns the headers of a device's requests, for requests made by hand. */
export function headersOf({ cookie, token }: Device): Record<string, string> {
  return {
    ...(cookie === null ? {} : { cookie: `sid=${cookie}` }),
    ...(token === null ? {} : { "x-user-token": token }),
  };
}

/** Calls the app with a device's secrets and stores those that come back. */
export async function callAs<T = Record<string, unknown>>(
  { http }: Node,
  device: Device,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const response = await http.inject({
    method,
    url: path,
    ...(device.address === undefined ? {} : { remoteAddress: device.address }),
    headers: { ...headersOf(device), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const { "set-cookie": set, "x-user-token": token } = response.headers;
  const cookie = typeof set === "string" ? parseSetCookie(set) : undefined;
  if (cookie?.name === "sid") device.cookie = cookie.value || null;
  if (typeof token === "string") device.token = token;
  return { ...response.json<Answer<T>>(), status: response.statusCode, headers: response.headers };
}

/** Returns an address that nobody has yet. */
export const newAddress = () => `${randomWord(8).toLowerCase().replaceAll(/[-_]/g, "x")}@example.com`;

/** Creates a guest: in a browser, which uses the cookie, or with `by: "header"` in a program without cookies. */
export async function makeGuest(
  app: Node,
  { by = "cookie", address }: { by?: "cookie" | "header"; address?: string } = {},
): Promise<Person> {
  const device: Device = { cookie: null, token: null, ...(address === undefined ? {} : { address }) };
  const { info } = await callAs<User>(app, device, "GET", "/api/user");
  device[by === "cookie" ? "token" : "cookie"] = null;
  const person: Person = {
    ...device,
    id: info.id,
    call: (method, path, body) => callAs(app, person, method, path, body),
  };
  return person;
}

/** Creates a member in a browser with cookies: a guest who registers and keeps their history. */
export async function makeMember(
  app: Node,
  given: { email?: string; password?: string; guest?: Person } = {},
): Promise<MadeMember> {
  const guest = given.guest ?? (await makeGuest(app));
  const email = given.email ?? `${randomWord(6).toLowerCase().replaceAll(/[-_]/g, "x")}@example.com`;
  const password = given.password ?? "a long salt road";
  const answer = await guest.call<User>("POST", "/api/user/register", {
    email,
    password,
    repeatPassword: password,
    agree: true,
  });
  if (answer.code !== 200) throw new Error(`${email} could not register: ${answer.reason}`);
  return Object.assign(guest, { email, password });
}

/** Signs a person in by a link to an address, whose code is stored here as its email does. Returns who they are then. */
export async function signInByLink(app: TestApp, person: Person, email: string): Promise<User> {
  const code = randomWord(32);
  await app.database.pool.query(
    `insert into account_link (email, purpose, code_hash, ends_at) values ($1, 'sign_in', $2, $3)`,
    [email, createHash("sha256").update(code).digest(), new Date(app.clock.now().getTime() + 60_000)],
  );
  const answer = await person.call<User>("POST", "/api/user/link/redeem", { code });
  if (answer.code !== 200) throw new Error(`${email} could not sign in by a link: ${answer.reason}`);
  return answer.info;
}
