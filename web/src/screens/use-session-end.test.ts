import type { User } from "@cliffhanger/contract";
import { afterEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../test/fake-hooks.ts";
import type { UserState } from "../lib/user.ts";
import { useAskedAgain, useSessionEnded } from "./use-session-end.ts";

const state = vi.hoisted(() => ({ now: {} as UserState }));
vi.mock("react", async () => (await import("../../test/fake-hooks.ts")).fakeReact);
vi.mock("../lib/user.ts", () => ({ useUserState: () => state.now }));
afterEach(unmount);

const [member, guest] = [{ kind: "member" } as User, { kind: "guest" } as User];

test("R38: a page that a member opened tells that they are signed in no longer, and a guest's tells nothing", () => {
  const ended = (user: User | undefined) => render(() => useSessionEnded(user));
  expect([undefined, guest, guest].map(ended)).toEqual([false, false, false]);
  expect([member, undefined, guest, undefined, member].map(ended)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test("R38: of a member who has no such order the server is asked once who it is, and of a guest never", () => {
  const retry = vi.fn<() => void>();
  state.now = { user: undefined, failed: false, retry };
  expect(render(useAskedAgain)).toBeUndefined();
  state.now = { ...state.now, user: member };
  expect([render(useAskedAgain), render(useAskedAgain)]).toEqual([member, member]);
  expect(retry).toHaveBeenCalledOnce();
  state.now = { ...state.now, user: guest };
  expect(render(useAskedAgain)).toBe(guest);
  expect(retry).toHaveBeenCalledOnce();
});
