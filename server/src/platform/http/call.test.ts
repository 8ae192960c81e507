import { expect, test, vi } from "vitest";
import { openLog } from "#platform/log";
import { messageOf } from "#platform/messages";
import { manualClock } from "#test/manual-clock";
import { noRules } from "#test/no-rules";
import { answerCall } from "./call.ts";
import { type Http, openHttp } from "./server.ts";

function server(rules = noRules): Http {
  return openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log: openLog({ level: "silent", pretty: false }),
    clock: manualClock(new Date("2026-11-20T12:00:00Z")),
    identify: async () => null,
    rules,
    messageOf,
    page: async () => "",
  });
}

test("the input of a call has no getters of its own, which V8 would keep beyond the request", async () => {
  const http = server();
  const handle = vi.fn<(input: object) => { file: Buffer; name: string }>(() => ({
    file: Buffer.from(""),
    name: "empty",
  }));
  answerCall(http, "GET /api/input", { summary: "", cache: "private" }, { access: "anyone", handle });
  await http.inject("/api/input");
  await http.close();
  const [[input]] = handle.mock.calls as [[object]];
  const own = Object.entries(Object.getOwnPropertyDescriptors(input));
  expect(own.filter(([, { get }]) => get !== undefined)).toEqual([]);
  expect(input).toMatchObject({ language: "en", caller: null });
  expect([Reflect.get(input, "bringsSession"), Reflect.get(input, "click")]).toEqual([false, {}]);
});

test("the input of every route below /api is inspected once, that of pages, media and beacons is not", async () => {
  const inspect = vi.fn<(request: object) => void>();
  const http = server({ ...noRules, inspect });
  const anyone = { config: { access: "anyone" as const } };
  for (const url of ["/api/plain", "/api/statics.png", "/media/v/film", "/page"])
    http.get(url, anyone, async () => "");
  http.post("/api/plain", anyone, async () => "");
  answerCall(
    http,
    "GET /api/call",
    { summary: "", cache: "private" },
    { access: "anyone", handle: () => ({ file: Buffer.from(""), name: "empty" }) },
  );
  const countOf = async (method: "GET" | "HEAD" | "POST", url: string) => {
    inspect.mockClear();
    expect((await http.inject({ method, url })).statusCode).toBe(200);
    return inspect.mock.calls.length;
  };
  expect(await countOf("GET", "/api/plain")).toBe(1);
  expect(await countOf("HEAD", "/api/plain")).toBe(1);
  expect(await countOf("POST", "/api/plain")).toBe(1);
  expect(await countOf("GET", "/api/call")).toBe(1);
  for (const url of ["/api/statics.png", "/media/v/film", "/page"]) expect(await countOf("GET", url)).toBe(0);
  await http.close();
});
