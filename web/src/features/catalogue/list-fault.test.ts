import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { listFault } from "./list-fault.tsx";

afterEach(() => vi.unstubAllGlobals());

function faultOf(list: Partial<UseInfiniteQueryResult<unknown>>, onLine = true) {
  vi.stubGlobal("navigator", { onLine });
  const loaded = { data: undefined, fetchStatus: "idle", isError: false, isPlaceholderData: false };
  return listFault({ ...loaded, ...list } as UseInfiniteQueryResult<unknown>);
}

test("R33: a list that waits for the connection, or failed without one, says that the visitor is offline", () => {
  expect(faultOf({ fetchStatus: "paused" })).toBe("offline");
  expect(faultOf({ fetchStatus: "paused", data: "another list", isPlaceholderData: true })).toBe("offline");
  expect(faultOf({ isError: true }, false)).toBe("offline");
});

test("R24, R33: a list that failed with a connection can be requested again, and one that is there or comes has no fault", () => {
  expect(faultOf({ isError: true })).toBe("failed");
  expect(faultOf({ fetchStatus: "fetching" })).toBeNull();
  expect(faultOf({ fetchStatus: "paused", data: "this list" })).toBeNull();
  expect(faultOf({ isError: true, data: "this list, whose next page failed" })).toBeNull();
});
