import { beforeEach, expect, test, vi } from "vitest";
import { defineScreens } from "../loader/client/load-screen.ts";

const window = Object.assign(new EventTarget(), {
  matchMedia: () => ({ matches: true }),
  scrollTo: () => undefined,
  scrollY: 0,
});
const entries: string[] = [];
const navigate = (to: string) => void entries.push(to);
let click: (to: string) => void;
const slow = Promise.withResolvers<void>();
const slower = Promise.withResolvers<void>();
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  entries.splice(0);
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", { href: "https://site.test/", pathname: "/" });
  const { screens } = await import("./screens.ts");
  const { aroundNavigation } = await import("./navigation.ts");
  const light = { messages: [], styles: "core", access: "anyone" } as const;
  const after = (arrival: Promise<void>) => () => arrival.then(() => () => null);
  defineScreens(
    {
      ...screens,
      browse: { ...screens.browse, ...light, load: after(slow.promise) },
      more: { ...screens.more, ...light, load: after(slower.promise) },
      search: { ...screens.search, ...light, load: after(Promise.resolve()) },
    },
    {},
  );
  click = (to) => aroundNavigation(navigate, to, {});
});

test("of two links, the second clicked while the first one's screen loads is shown, alone", async () => {
  click("/browse/all");
  click("/search");
  await settle();
  expect(entries).toEqual(["/search"]);
  slow.resolve();
  await settle();
  expect(entries).toEqual(["/search"]);
  click("/browse/all");
  await settle();
  expect(entries).toEqual(["/search", "/browse/all"]);
});

test("a link whose screen arrives after Back was pressed changes nothing any more", async () => {
  click("/more/recommended");
  window.dispatchEvent(new Event("popstate"));
  slower.resolve();
  await settle();
  expect(entries).toEqual([]);
});
