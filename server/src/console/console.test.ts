import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Http, openHttp } from "#platform/http/server";
import { manualClock } from "#test/manual-clock";
import { silentLog } from "#test/silent-log";
import type { ConsoleFiles } from "./document.ts";
import { registerConsole } from "./routes.ts";

const template =
  '<!doctype html><html lang="en"><meta property="csp-nonce" nonce="%NONCE%"><!--%MESSAGES%--><div id="app"></div>';
const messages = {
  en: "/console/assets/console-en.js",
  es: "/console/assets/console-es.js",
  fr: "/console/assets/console-fr.js",
  de: "/console/assets/console-de.js",
  pt: "/console/assets/console-pt.js",
};
let folder: string;
let built: Http;
let missing: Http;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), template);
  await writeFile(join(folder, "assets/index-a1.js"), "export {};");
  built = await serve({ template, messages, folder });
  missing = await serve(null);
});

afterAll(async () => {
  await built.close();
  await missing.close();
  await rm(folder, { recursive: true });
});

async function serve(files: ConsoleFiles | null): Promise<Http> {
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
  const english = template.replace(
    "<!--%MESSAGES%-->",
    `<link rel="modulepreload" crossorigin href="${messages.en}">`,
  );
  expect(first.body.replaceAll(nonces[0] ?? "", "%NONCE%")).toBe(english);
  expect(second.body.replaceAll(nonces[1] ?? "", "%NONCE%")).toBe(english);
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

test.each([
  ["the browser's", { "accept-language": "nl, de-AT;q=0.9, en;q=0.5" }, "de"],
  ["the last one here", { "accept-language": "de", cookie: "lang=pt; console-language=fr" }, "fr"],
  ["no other than those of the console", { "accept-language": "pt-BR", cookie: "console-language=xx" }, "pt"],
  ["English at last", { "accept-language": "nl" }, "en"],
] as const)(
  "§5.7: the document names its language, %s, and the messages of that alone",
  async (_, headers, language) => {
    const { body } = await built.inject({
      url: "/console/orders",
      headers: { host: "watch.example", ...headers },
    });
    expect(/<html lang="(\w+)">/.exec(body)?.[1]).toBe(language);
    expect([...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([messages[language]]);
  },
);

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
