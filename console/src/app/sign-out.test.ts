import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../test/left-screen.ts";
import { sendFailed, sendFiles } from "../features/upload/uploader.ts";
import type { Sent } from "../lib/send-file.ts";
import { useSignOut } from "./sign-out.tsx";

const sent = vi.hoisted(() => ({ abort: vi.fn<() => Promise<void>>(), files: [] as Sent[] }));
vi.mock(import("../lib/send-file.ts"), () => ({
  sendFile: async (_id: string, _file: File, listener: Sent) => {
    sent.files.push(listener);
    return { abort: sent.abort };
  },
}));

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

test("C10: files on their way stop with a sign-out, and the next operator at the browser neither sees nor sends them", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: 200, info: {} })));
  const files = ["1.mp4", "2.mp4", "3.mp4", "4.mp4"].map((name) => ({
    id: name,
    file: new File(["film"], name),
  }));
  sendFiles("harbour", files);
  await expect.poll(() => sent.files).toHaveLength(3);
  const [leave] = leftScreen(useSignOut);
  leave();
  await expect.poll(() => sent.abort.mock.calls).toHaveLength(3);
  // The server refuses the pieces that follow.
  for (const { failed } of sent.files.splice(0)) failed(new Error("401"));
  sendFailed();
  sendFiles("harbour", []);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sent.files).toHaveLength(0);
});
