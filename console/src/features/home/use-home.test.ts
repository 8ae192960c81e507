import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { closeActs, toastStore } from "../../lib/toasts.ts";
import { type HomeActs, useHomeActs } from "./use-home.ts";

const homeAt = (version: number) => ({ version, sections: [], changedAt: null }) as unknown as ConsoleHome;

beforeEach(openTab);
afterEach(() => {
  closeActs();
  vi.unstubAllGlobals();
});

/** Has home be read at version 5, and its calls be answered by what home is then. Returns what was restored. */
function openHome(answers: Readonly<Record<string, number>>): { acts: HomeActs; restored: object[] } {
  const client = new QueryClient();
  client.setQueryData(["home", "now"], homeAt(5));
  const restored: object[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string | null }) => {
    if (path.endsWith("/restore")) restored.push(JSON.parse(body ?? "null") as object);
    return Response.json({ code: 200, info: homeAt(answers[path.split("/").at(-1) ?? ""] ?? 0) });
  });
  return { acts: leftScreen(useHomeActs, client), restored };
}

const offered = () => toastStore.get().find(({ act }) => act !== null)?.act;

test("C29, C33: undo takes back one's own change of home alone, whatever somebody else changed before it or since", async () => {
  // Version 6 is somebody else's, and so is 8, which is there by now.
  const { acts, restored } = openHome({ change: 7, home: 8, restore: 9 });
  await acts.change({ act: "remove", id: "top" }, "Removed");
  offered()?.run();
  await expect.poll(() => restored).toHaveLength(1);
  // The server refuses it as changed meanwhile while home has another version than this.
  expect(restored).toEqual([{ version: 7, restore: 6 }]);
});

test("C33: nothing offers to undo what changed nothing, or a change from before another act on home", async () => {
  const { acts } = openHome({ change: 5 });
  await acts.change({ act: "remove", id: "gone" }, "Removed");
  expect(offered()).toBeUndefined();
  const next = openHome({ change: 6 });
  await next.acts.change({ act: "remove", id: "top" }, "Removed");
  expect(offered()).toBeDefined();
  next.acts.take(homeAt(7));
  expect(offered()).toBeUndefined();
});
