import pino from "pino";
import { expect, test } from "vitest";
import { messageOf } from "#platform/messages";
import { manualClock } from "#test/manual-clock";
import { noRules } from "#test/no-rules";
import { DomainError, signInRequired, tooMany } from "./errors.ts";
import { openHttp } from "./server.ts";

const clock = manualClock(new Date("2026-11-20T12:00:00Z"));

test("ASVS 16.3.2: refused access is in the log at info, one line a minute and route, with how many and from how many networks", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (entry: string) => void lines.push(JSON.parse(entry)) });
  const http = openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log,
    clock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).send(),
  });
  const anyone = { config: { access: "anyone" as const } };
  http.get("/api/mine/:id", anyone, async () => {
    throw signInRequired();
  });
  http.get("/api/often", anyone, async () => {
    throw tooMany(5);
  });
  http.get("/api/missing", anyone, async () => {
    throw new DomainError(404, "not_found");
  });
  http.post("/api/change", anyone, async () => ({}));
  http.get("/media/v/:grant/:file", anyone, async (request, reply) => {
    http.noteRefused(request, 403);
    return reply.code(403).send();
  });
  for (let count = 0; count < 30; count++)
    await http.inject({ url: `/api/mine/hush-${count}?q=hush`, remoteAddress: `192.0.2.${count % 3}` });
  await http.inject("/api/often");
  await http.inject("/api/missing");
  await http.inject("/media/v/hush/x.m4s");
  await http.inject({ method: "POST", url: "/api/change", headers: { "sec-fetch-site": "cross-site" } });
  expect(lines).toEqual([]);
  await http.close();
  const counted = lines.map(({ level, code, path, count, networks, msg }) => [
    level,
    msg,
    code,
    path,
    count,
    networks,
  ]);
  expect(counted).toEqual([
    [30, "Access refused", 401, "/api/mine/:id", 30, 3],
    [30, "Access refused", 429, "/api/often", 1, 1],
    [30, "Access refused", 403, "/media/v/:grant/:file", 1, 1],
    [30, "Access refused", 403, "/api/change", 1, 1],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/hush|192\.0\.2/);
});
