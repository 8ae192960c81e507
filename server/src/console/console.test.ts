import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Http, openHttp } from "#platform/http/server";
import { manualClock } from "#test/manual-clock";
import { silentLog } from "#test/silent-log";
import { registerConsole } from "./routes.ts";

const template = '<!doctype html><meta property="csp-nonce" nonce="%NONCE%"><div id="app"></div>';
let folder: string;
let built: Http;
let missing: Http;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), template);
  await writeFile(join(folder, "assets/index-a1.js"), "export {};");
  built = await serve({ template, folder });
  missing = await serve(null);
});

afterAll(async () => {
  await built.close();
  await missing.close();
  await rm(folder, { recursive: true });
});

async function serve(files: { template: string; folder: string } | null): Promise<Http> {
  const http = openHttp({
    config: { publicOrigin: "https://watch.example", trustProxy: [] },
    log: silentLog,
    clock: manualClock(new Date("2026-11-20T12:00:00Z")),
    identify: async () => null,
    rules: { inspect: () => undefined, clean: (value) => value, readClick: () => ({}) },
    messageOf: (reason) => reason,
    page: async (_request, reply) => reply.code(404).send("a page of the viewers' site"),
  });
  await registerConsole(http, { files, publicOrigin: "https://watch.example" });
  await http.ready();
  return http;
}

const get = (http: Http, url: string) => http.inject({ url, headers: { host: "watch.example" } });

test("C56: every address below /console answers one document without data, with a policy whose nonce is new each time", async () => {
  const first = await get(built, "/console");
  const second = await get(built, "/console/team?dialog=invite");
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const nonces = [first, second].map(({ body }) => /nonce="([\w-]{22})"/.exec(body)?.[1] ?? "none");
  expect(new Set(nonces).size).toBe(2);
  expect(first.body.replaceAll(nonces[0] ?? "", "%NONCE%")).toBe(template);
  expect(second.body.replaceAll(nonces[1] ?? "", "%NONCE%")).toBe(template);
  expect(second.headers).toMatchObject({
    "cache-control": "private, no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
    "x-robots-tag": "noindex",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; " +
      `style-src 'self' 'nonce-${nonces[1]}'; ` +
      "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; " +
      "frame-src 'self' https://watch.example; worker-src 'self'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  });
  expect(first.headers["set-cookie"]).toBeUndefined();
});

test("the console's own files are immutable, and an unknown one is no document", async () => {
  const file = await get(built, "/console/assets/index-a1.js");
  expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const unknown = await get(built, "/console/assets/index-b2.js");
  expect(unknown.statusCode).toBe(404);
  expect(unknown.json()).toMatchObject({ reason: "not_found" });
});

test("a console that is not built answers 503 with what to do", async () => {
  const answer = await get(missing, "/console/team");
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  expect(answer.headers["x-robots-tag"]).toBe("noindex");
});
