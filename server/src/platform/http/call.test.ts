import { expect, test, vi } from "vitest";
import { openLog } from "#platform/log";
import { messageOf } from "#platform/messages";
import { manualClock } from "#test/manual-clock";
import { noRules } from "#test/no-rules";
import { answerCall } from "./call.ts";
import { openHttp } from "./server.ts";

test("the input of a call has no getters of its own, which V8 would keep beyond the request", async () => {
  const http = openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log: openLog({ level: "silent", pretty: false }),
    clock: manualClock(new Date("2026-11-20T12:00:00Z")),
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async () => "",
  });
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
