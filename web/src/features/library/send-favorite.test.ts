import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendFavorite } from "./send-favorite.ts";

// What is added to My List is reported with its address.
beforeEach(() => void vi.stubGlobal("location", new URL("https://watch.example.com/videos/one")));
afterEach(() => void vi.unstubAllGlobals());

/** Answers requests when told to, and returns what was sent so far. */
function stubServer() {
  const sent: string[] = [];
  const answers: ((code: number) => void)[] = [];
  vi.stubGlobal("fetch", (_url: string, { method, body }: { method: string; body: string }) => {
    sent.push(`${method} ${(JSON.parse(body) as { seriesId: string }).seriesId}`);
    return new Promise<Response>((resolve) => {
      answers.push((code) => resolve(Response.json({ code, message: "", info: null }, { status: code })));
    });
  });
  return { sent, answer: (at: number, code = 200) => answers[at]?.(code) };
}

function clientWith(...ids: string[]): { client: QueryClient; favorites(): unknown[] } {
  const client = new QueryClient();
  for (const id of ids) client.setQueryData(["GET /api/video", "en", { id }], { id, favorite: true });
  const favorites = () =>
    client
      .getQueriesData<{ favorite: boolean }>({ queryKey: ["GET /api/video"] })
      .map(([, one]) => one?.favorite);
  return { client, favorites };
}

test("R20: a series that was removed from My List is not shown as listed when it is opened before the server has answered", async () => {
  const { sent, answer } = stubServer();
  const { client, favorites } = clientWith("one", "two");
  const done = sendFavorite(client, { seriesId: "one", favorite: false });
  expect(favorites()).toEqual([false, true]);
  expect(sent).toEqual(["DELETE one"]);
  answer(0);
  expect(await done).toBe(true);
  expect(favorites()).toEqual([false, true]);
});

test("R20: a series that the server did not remove is shown as listed again", async () => {
  const { answer } = stubServer();
  const { client, favorites } = clientWith("one");
  const done = sendFavorite(client, { seriesId: "one", favorite: false });
  answer(0, 500);
  expect(await done).toBe(false);
  expect(favorites()).toEqual([true]);
});

test("R20: the last tap on a series wins, and the removals of an unloading page do not wait for each other", async () => {
  const { sent, answer } = stubServer();
  const { client } = clientWith("one", "two");
  const first = sendFavorite(client, { seriesId: "one", favorite: false });
  const other = sendFavorite(client, { seriesId: "two", favorite: false });
  const last = sendFavorite(client, { seriesId: "one", favorite: true });
  expect(sent).toEqual(["DELETE one", "DELETE two"]);
  answer(0);
  await first;
  await vi.waitFor(() => expect(sent).toEqual(["DELETE one", "DELETE two", "POST one"]));
  answer(1);
  answer(2);
  expect(await Promise.all([other, last])).toEqual([true, true]);
});
