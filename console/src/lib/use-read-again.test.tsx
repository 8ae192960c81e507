import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { CallError } from "./call.ts";
import { useReadAgain } from "./use-read-again.ts";

type ReadAgain = ReturnType<typeof useReadAgain>;

function Screen({ show }: { show: (again: ReadAgain) => void }) {
  show(useReadAgain("team"));
  return null;
}

/** Lets a call fail, and returns what its screen read again. */
async function readAfter(error: unknown): Promise<unknown[]> {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
  let again: ReadAgain | undefined;
  renderToString(
    <QueryClientProvider client={client}>
      <Screen
        show={(given) => {
          again = given;
        }}
      />
    </QueryClientProvider>,
  );
  const thrown = await again?.(error).catch((reason: unknown) => reason);
  expect(thrown).toBe(error);
  return invalidate.mock.calls.map(([filter]) => filter?.queryKey);
}

test("C29: a refused act lets its screen read again what the refusal is about, and stays refused", async () => {
  expect(await readAfter(new CallError(409, "Changed", { reason: "changed_meanwhile" }))).toEqual([["team"]]);
  expect(await readAfter(new CallError(403, "Sign in again", { reason: "fresh_required" }))).toEqual([]);
  expect(await readAfter(new TypeError("a fault of our own"))).toEqual([]);
});
