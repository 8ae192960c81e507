import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { readMoved } from "./read-moved.ts";

test("what was being read while it changed is read once more, and what changed later once", async () => {
  const client = new QueryClient();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const answers = [first.promise, second.promise];
  const read = vi.fn<() => Promise<string>>(() => answers.shift() ?? Promise.resolve("ended"));
  const stop = new QueryObserver(client, { queryKey: ["bulk", "one"], queryFn: read }).subscribe(
    () => undefined,
  );
  const isBulk = ({ queryKey: [name] }: { queryKey: readonly unknown[] }) => name === "bulk";

  // The server answered the read before the work ended, and its answer is still on its way.
  const done = readMoved(client, isBulk);
  first.resolve("running");
  await expect.poll(() => read.mock.calls).toHaveLength(2);
  second.resolve("ended");
  await done;
  expect(client.getQueryData(["bulk", "one"])).toBe("ended");
  await readMoved(client, isBulk);
  expect(read).toHaveBeenCalledTimes(3);
  stop();
});
