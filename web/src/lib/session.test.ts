import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { pageContext } from "./api.ts";
import { queryKey } from "./query-key.ts";
import { changeUser, watchSession } from "./session.ts";
import { storage } from "./storage.ts";

const user = queryKey("GET /api/user", "en");
const favorites = queryKey("GET /api/user/favorite", "en", { page: "1" });
const series = queryKey("GET /api/video", "en", { id: "s1" });
const home = queryKey("GET /api/homepage", "en");

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(user, { id: "u1", kind: "member" });
  client.setQueryData(favorites, { list: [] });
  client.setQueryData(series, { id: "s1", favorite: true });
  client.setQueryData(home, { sections: [] });
});

test("R61: when the user changes, all per-user data is reset, and shared data stays", async () => {
  await changeUser(client);
  for (const key of [user, favorites, series]) expect(client.getQueryData(key)).toBeUndefined();
  expect(client.getQueryData(home)).toEqual({ sections: [] });
});

test("R38: a member whose session is gone is unknown until the server has answered", () => {
  watchSession(client);
  pageContext.signInRequired?.();
  expect(client.getQueryData(user)).toBeUndefined();
  expect(client.getQueryData(favorites)).toBeUndefined();
});

test("R38: a guest who is asked to sign in stays the same guest", () => {
  watchSession(client);
  client.setQueryData(user, { id: "g1", kind: "guest" });
  pageContext.signInRequired?.();
  expect(client.getQueryData(user)).toEqual({ id: "g1", kind: "guest" });
});

test("R61: a sign-in after which this page is left reaches the browser's other tabs", async () => {
  vi.stubGlobal("window", {});
  vi.resetModules();
  const other = new BroadcastChannel("session");
  const told = new Promise((resolve) => other.addEventListener("message", resolve, { once: true }));
  const { announceUser } = await import("./session.ts");
  announceUser();
  await expect(told).resolves.toBeDefined();
  other.close();
});

test.each([
  [
    "lets the page of a guest go on with what it shows, and reads it again: what a guest had is the member's",
    "guest",
  ],
  ["removes from the page of a member all that was theirs", "member"],
])("R38, R61: a change of the user in another tab %s", async (_what, kind) => {
  vi.stubGlobal("window", {});
  vi.resetModules();
  const { watchSession: watch } = await import("./session.ts");
  client.setQueryData(user, { id: "u1", kind });
  watch(client);
  const other = new BroadcastChannel("session");
  other.postMessage("");
  const isOver = () => client.getQueryState(series)?.isInvalidated !== false || !client.getQueryData(series);
  await expect.poll(isOver).toBe(true);
  other.close();
  vi.unstubAllGlobals();
  for (const key of [user, favorites, series])
    expect(client.getQueryData(key) !== undefined, key[0]).toBe(kind === "guest");
  for (const key of [user, favorites, series])
    expect(client.getQueryState(key)?.isInvalidated, key[0]).toBe(kind === "guest");
  expect(client.getQueryState(home)?.isInvalidated).toBe(false);
});

test("R38: a page that the browser's way back restores after somebody signed out shows nothing of theirs", async () => {
  storage.set("userId", "u1");
  storage.set("userKind", "member");
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const restore = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  watchSession(client);
  restore(true);
  expect(client.getQueryData(user), "the same user stays").toBeDefined();
  storage.remove("userId");
  restore(false);
  expect(client.getQueryData(user), "a page that is loaded asks by itself").toBeDefined();
  restore(true);
  for (const key of [user, favorites, series]) expect(client.getQueryData(key)).toBeUndefined();
  expect(client.getQueryData(home)).toEqual({ sections: [] });
  vi.unstubAllGlobals();
});
