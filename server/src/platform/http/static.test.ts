import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#platform/clock";
import { messageOf } from "#platform/messages";
import { noRules } from "#test/no-rules";
import { silentLog } from "#test/silent-log";
import { type Http, openHttp } from "./server.ts";
import { serveFolder } from "./static.ts";

const script = "const word = 'Hallo';\n".repeat(200);

let http: Http;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-static-"));
  await mkdir(join(folder, "assets"));
  const files = {
    "assets/app-1.js": script,
    "assets/app-1.js.br": brotliCompressSync(script),
    "assets/app-1.js.map": "{}",
    "assets/tiny-2.css": "a{}",
    "assets/.hidden.js": "no",
    "plain.txt": script,
    "index.html": "<p>",
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  http = openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log: silentLog,
    clock: systemClock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).send(),
  });
  await serveFolder(http, folder, "/built");
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  http.inject({ url: `/built/${path}`, headers });

test("a file that the build compressed is sent as compressed, and whole to clients without brotli", async () => {
  const answers = await Promise.all(
    ["br", "gzip", ""].map((encoding) => get("assets/app-1.js", { "accept-encoding": encoding })),
  );
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined]);
  const bodies = answers.map(({ rawPayload }) => rawPayload);
  const [br = Buffer.alloc(0), gzip = Buffer.alloc(0), plain] = bodies;
  expect(brotliDecompressSync(br).toString()).toBe(script);
  expect(gunzipSync(gzip).toString()).toBe(script);
  expect(plain?.toString()).toBe(script);
  const [first] = answers;
  expect(first?.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  const again = await get("assets/app-1.js", { "if-none-match": String(first?.headers["etag"]) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("a file without a compressed form is sent as it is, or compressed where that pays", async () => {
  const plain = await get("plain.txt", { "accept-encoding": "br" });
  expect(brotliDecompressSync(plain.rawPayload).toString()).toBe(script);
  expect(plain.headers["cache-control"]).toBe("public, no-cache");
  const tiny = await get("assets/tiny-2.css", { "accept-encoding": "br" });
  expect([tiny.headers["content-encoding"], tiny.body]).toEqual([undefined, "a{}"]);
});

test("any file refuses another method with 405 and names those that it knows (RFC 9110)", async () => {
  for (const path of ["assets/app-1.js", "plain.txt"]) {
    const answer = await http.inject({ method: "POST", url: `/built/${path}` });
    expect([answer.statusCode, answer.headers.allow], path).toEqual([405, "GET, HEAD"]);
  }
});

test.each([
  "assets/app-1.js.map",
  "assets/.hidden.js",
  "assets/app-1.js.br",
  "assets/other.js",
  "assets/",
  "index.html",
])("%s is not served", async (path) => {
  expect((await get(path)).statusCode).toBe(404);
});
