import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerFreshRequired, asPoll, CallError, call, callUnlessSame } from "./call.ts";
import { showLanguage } from "./messages.ts";

interface Asked {
  line: string;
  body: string;
  headers: IncomingMessage["headers"];
}

/** What the server answers next: HTTP status and body; null: it breaks the connection. */
type Answer = { status: number; body: object | string } | null;

const answers: Answer[] = [];
const asked: Asked[] = [];
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  asked.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
  const next = answers.shift();
  if (!next) return void response.destroy();
  const isText = typeof next.body === "string";
  response.writeHead(next.status, { "x-request-id": `r-${asked.length}`, etag: '"e1"' });
  response.end(isText ? next.body : JSON.stringify(next.body));
}

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  await showLanguage("en");
});
beforeEach(() => {
  const { port } = server.address() as AddressInfo;
  const send = fetch;
  // A browser resolves paths by the page's address.
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => send(`http://127.0.0.1:${port}${path}`, init));
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
});
afterEach(() => {
  answers.length = 0;
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const done = (info: object = {}): Answer => ({ status: 200, body: { code: 200, info } });
const refused = (status: number, rest: object): Answer => ({ status, body: { code: status, ...rest } });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error : null),
  );

test("§5.7: a call asks for refusals in the language of the console, and rejects with what the server says", async () => {
  await showLanguage("fr");
  answers.push(
    refused(400, {
      reason: "invalid",
      message: "Non.",
      errors: [{ field: "words", message: "Trop court." }],
    }),
  );
  const error = await failure(call("POST /api/console/me/language", { language: "fr" }));
  await showLanguage("en");
  expect(asked).toMatchObject([
    {
      line: "POST /api/console/me/language",
      body: '{"language":"fr"}',
      headers: { "accept-language": "fr" },
    },
  ]);
  expect(error).toMatchObject({
    code: 400,
    message: "Non.",
    requestId: "r-1",
    fields: [{ field: "words", message: "Trop court." }],
    isLost: false,
  });
});

test("C6: a call that needs a fresh proof is sent again as it was once identity is proved, and not when that is cancelled", async () => {
  const fresh = refused(403, { reason: "fresh_required", message: "Prove it." });
  const prove = vi.fn<() => Promise<boolean>>(async () => true);
  const forget = answerFreshRequired(prove);
  answers.push(fresh, done());
  await call("POST /api/console/me/language", { language: "de" });
  expect(prove).toHaveBeenCalledTimes(1);
  expect(asked.map(({ body }) => body)).toEqual(['{"language":"de"}', '{"language":"de"}']);

  prove.mockResolvedValueOnce(false);
  answers.push(fresh);
  expect(await failure(call("POST /api/console/me/language", { language: "de" }))).toMatchObject({
    reason: "fresh_required",
  });
  forget();
  answers.push(fresh);
  expect(await failure(call("GET /api/console/me"))).toMatchObject({ reason: "fresh_required" });
  expect(prove).toHaveBeenCalledTimes(2);
  expect(asked).toHaveLength(4);
});

test("an answer that never came, or that is a page of something in between, says nothing about what the server did", async () => {
  answers.push(null, { status: 200, body: "<html>Sign in to the network</html>" });
  expect(await failure(call("GET /api/console/me"))).toMatchObject({ code: 0, isLost: true });
  expect(await failure(call("GET /api/console/me"))).toMatchObject({ code: 0, isLost: true });
  answers.push({ status: 502, body: "<html>Bad gateway</html>" });
  expect(await failure(call("GET /api/console/me"))).toMatchObject({ code: 502, reason: null });
});

test("C56: what polls says so, so that it keeps no session open; what an operator does never says so", async () => {
  answers.push(done(), done(), done(), { status: 304, body: "" });
  await call("GET /api/console/jobs");
  await call("GET /api/console/me");
  let polled: Promise<unknown> = Promise.resolve();
  asPoll(() => {
    polled = call("GET /api/console/me");
  });
  await polled;
  expect(await callUnlessSame("GET /api/console/me", undefined, '"e1"')).toEqual({
    answer: null,
    etag: '"e1"',
  });
  expect(asked.map(({ headers }) => headers["x-console-poll"] ?? "")).toEqual(["1", "", "1", "1"]);
  expect(asked.at(-1)?.headers["if-none-match"]).toBe('"e1"');
});
