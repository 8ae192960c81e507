import { randomBytes } from "node:crypto";
import type { HistoryPage, Session as Listed, User } from "@cliffhanger/contract";
import { expect } from "vitest";
import type { TestApp } from "./app.ts";
import {
  addGuest,
  end,
  historyOf,
  type Model,
  memberOf,
  merge,
  type Secret,
  type Session,
  sessionOf,
  sessionsOf,
  type Visitor,
} from "./identity-model.ts";
import { type Answer, callAs, type Device, type Method } from "./people.ts";

/** A series of one episode. */
export interface WatchedSeries {
  id: string;
  episodeId: string;
}

/** The secrets of a device: a browser stores the cookie only, a program the header. */
export interface TestClient {
  by: Secret["by"];
  secret: string | null;
}

/** The app that the model is compared with, and two devices of one person. */
export interface World {
  app: TestApp;
  series: WatchedSeries[];
  makeCode(visitorId: string): Promise<string>;
  /** Returns an address that belongs to this run only. */
  emailOf(name: string): string;
  browser: TestClient;
  program: TestClient;
  /** Every issued secret, to check that none is issued twice. */
  issued: Set<string>;
}

/** One of the two devices. */
export type ClientName = "browser" | "program";

/** Returns a person with two devices that hold no secrets yet. */
export function newWorld(real: Pick<World, "app" | "series" | "makeCode">): World {
  const domain = `world-${randomBytes(6).toString("hex")}.example.com`;
  return {
    ...real,
    emailOf: (name) => `${name}@${domain}`,
    browser: { by: "cookie", secret: null },
    program: { by: "header", secret: null },
    issued: new Set(),
  };
}

/** A user's action: it knows the expected outcome and checks it. */
export type Step = (model: Model, world: World) => Promise<void>;

async function call<T = unknown>(
  world: World,
  client: TestClient,
  method: Method,
  path: string,
  body?: unknown,
): Promise<{ answer: Answer<T>; secrets: Secret[] }> {
  const before = client.secret;
  const device: Device = {
    cookie: client.by === "cookie" ? before : null,
    token: client.by === "header" ? before : null,
    address: `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`, // a new address each time, so that none is throttled
  };
  const answer = await callAs<T>(world.app, device, method, path, body);
  const given: Secret[] = [
    { by: "cookie", value: device.cookie ?? "" },
    { by: "header", value: device.token ?? "" },
  ];
  const secrets = given.filter(({ value }) => value !== "" && value !== before);
  for (const { value } of secrets) {
    expect(world.issued).not.toContain(value);
    world.issued.add(value);
  }
  client.secret = client.by === "cookie" ? device.cookie : device.token;
  return { answer, secrets };
}

function open(
  { model, world }: { model: Model; world: World },
  visitor: Visitor,
  secrets: Secret[],
  delivered: Secret["by"][],
): void {
  expect(secrets.map(({ by }) => by)).toEqual(delivered);
  const now = world.app.clock.now().getTime();
  model.sessions.add({ visitor, secrets, opened: now, seen: now });
}

const held = (model: Model, { by, secret }: TestClient) => sessionOf(model, by, secret);
const isMembers = (session: Session | undefined): session is Session & { visitor: { kind: "member" } } =>
  session?.visitor.kind === "member";

/** Asks who the device is signed in as. */
export function ask(who: ClientName): Step {
  return async (model, world) => {
    const client = world[who];
    const session = held(model, client);
    const stale = client.secret !== null;
    const { answer, secrets } = await call<User>(world, client, "GET", "/api/user");
    if (session) {
      expect(secrets).toEqual([]);
      expect(answer.info).toMatchObject({ id: session.visitor.id, kind: session.visitor.kind });
      return;
    }
    expect(model.visitors.has(answer.info.id)).toBe(false);
    const delivered: Secret["by"][] = client.by === "cookie" && stale ? ["cookie"] : ["cookie", "header"];
    open({ model, world }, addGuest(model, answer.info.id), secrets, delivered);
  };
}

/** Registers. */
export function register(who: ClientName, name: string, password: string): Step {
  return async (model, world) => {
    const client = world[who];
    const email = world.emailOf(name);
    const session = held(model, client);
    const body = { email, password, repeatPassword: password, agree: true };
    const { answer, secrets } = await call<User>(world, client, "POST", "/api/user/register", body);
    if (isMembers(session)) return expect(answer).toMatchObject({ code: 409 });
    if (memberOf(model, email)) return expect(answer).toMatchObject({ code: 500, reason: "register_failed" });
    if (session) expect(answer.info.id).toBe(session.visitor.id);
    const visitor = session?.visitor ?? addGuest(model, answer.info.id);
    end(model, sessionsOf(model, visitor));
    Object.assign(visitor, { kind: "member", email, password });
    open({ model, world }, visitor, secrets, [client.by]);
  };
}

/** Signs in. */
export function login(who: ClientName, name: string, password: string): Step {
  return async (model, world) => {
    const client = world[who];
    const email = world.emailOf(name);
    const session = held(model, client);
    const member = memberOf(model, email);
    const { answer, secrets } = await call<User>(world, client, "POST", "/api/user/login", {
      email,
      password,
    });
    if (member?.password !== password)
      return expect({ answer, secrets }).toMatchObject({ answer: { reason: "login_failed" }, secrets: [] });
    expect(answer.info.id).toBe(member.id);
    if (session?.visitor.kind === "guest") merge(model, session.visitor, member);
    else if (session) end(model, [session]);
    open({ model, world }, member, secrets, [client.by]);
  };
}

/** Signs out. */
export function logout(who: ClientName): Step {
  return async (model, world) => {
    const client = world[who];
    const session = held(model, client);
    const { answer, secrets } = await call(world, client, "POST", "/api/user/logout", {});
    expect({ answer, secrets }).toMatchObject({ answer: { code: 200, info: {} }, secrets: [] });
    if (session) end(model, [session]);
  };
}

/** Changes the password. */
export function change(who: ClientName, password: string, newPassword: string): Step {
  return async (model, world) => {
    const client = world[who];
    const session = held(model, client);
    const body = { password, newPassword, repeatPassword: newPassword };
    const { answer, secrets } = await call(world, client, "POST", "/api/user/password", body);
    if (!isMembers(session)) return expect(answer).toMatchObject({ code: 401 });
    const { visitor } = session;
    if (visitor.password !== password) return expect(answer).toMatchObject({ reason: "password_wrong" });
    visitor.password = newPassword;
    end(model, sessionsOf(model, visitor));
    open({ model, world }, visitor, secrets, [client.by]);
  };
}

/** Sets a password by the code from an email. */
export function reset(name: string, password: string): Step {
  return async (model, world) => {
    const email = world.emailOf(name);
    const member = memberOf(model, email);
    if (!member) return;
    const code = await world.makeCode(member.id);
    const body = { code, password, repeatPassword: password };
    const signedOut: TestClient = { by: "cookie", secret: null };
    const { answer, secrets } = await call(world, signedOut, "POST", "/api/user/password/reset", body);
    expect({ answer, secrets }).toMatchObject({ answer: { code: 200 }, secrets: [] });
    member.password = password;
    end(model, sessionsOf(model, member));
  };
}

/** Ends one of the signed-in devices, or all others. */
export function revoke(who: ClientName, which: number): Step {
  return async (model, world) => {
    const client = world[who];
    const session = held(model, client);
    const { answer } = await call(world, client, "GET", "/api/user/sessions");
    if (!isMembers(session)) return expect(answer).toMatchObject({ code: 401 });
    const expected = sessionsOf(model, session.visitor);
    const { list } = answer.data as { list: Listed[] };
    expect(list.map(({ current }) => current)).toEqual(expected.map((one) => one === session));
    const at = which % (expected.length + 1);
    const body = at === expected.length ? { others: true } : { id: list[at]?.id };
    const ended =
      at === expected.length ? expected.filter((one) => one !== session) : expected.slice(at, at + 1);
    expect((await call(world, client, "DELETE", "/api/user/sessions", body)).answer).toMatchObject({
      code: 200,
    });
    end(model, ended);
  };
}

/** Reports watch progress. */
export function watch(who: ClientName, which: number, position: number): Step {
  return async (model, world) => {
    const client = world[who];
    const session = held(model, client);
    const { id, episodeId } = world.series[which] ?? { id: "", episodeId: "" };
    const { answer } = await call(world, client, "POST", "/api/user/history", { episodeId, position });
    expect(answer).toMatchObject({ code: session ? 200 : 401 });
    session?.visitor.watched.set(id, { position, at: world.app.clock.now().getTime() });
  };
}

/** Sends the browser's cookie and the program's header in one request: the header's person counts, or none. */
export async function cross(model: Model, { app, browser, program }: World): Promise<void> {
  if (program.secret === null) return;
  const device = { cookie: browser.secret, token: program.secret };
  const { code, data } = await callAs(app, device, "GET", "/api/user/history");
  const session = held(model, program);
  expect(code).toBe(session ? 200 : 401);
  expect(shown(data)).toEqual(session ? historyOf(session.visitor) : []);
}

/** Advances the clock by a month, longer than a member's session may stay unused. */
export async function wait(_model: Model, { app }: World): Promise<void> {
  app.clock.advance(31 * 24 * 60 * 60);
}

/** Returns the comparable part of a history. */
export const shown = (data: unknown) =>
  ((data as HistoryPage | undefined)?.list ?? []).map((entry) => ({
    series: entry.series.id,
    position: entry.position,
  }));
