import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../../../test/fake-hooks.ts";
import type { Authorised } from "./use-wallet-buttons.ts";
import { useWalletPress } from "./use-wallet-press.ts";

vi.mock("react", async () => (await import("../../../../test/fake-hooks.ts")).fakeReact);
vi.mock("../../../lib/use-language.ts", () => ({ useMessages: () => (id: string) => id }));
beforeEach(() => void vi.stubGlobal("window", new EventTarget()));
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});

test("a wallet's press that leaves the page takes no second one, and takes one again once the browser restores it", async () => {
  // It leaves the page.
  const run = vi.fn<(authorised: Authorised) => Promise<string | null>>(() => Promise.resolve(null));
  const press = render(() =>
    useWalletPress({ run, onBusy: () => undefined, onFault: () => expect.unreachable("nothing fails") }),
  );
  await press({} as Authorised);
  await press({} as Authorised);
  expect(run).toHaveBeenCalledOnce();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await press({} as Authorised);
  expect(run).toHaveBeenCalledTimes(2);
});
