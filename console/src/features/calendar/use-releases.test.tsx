import { setTimeout as pause } from "node:timers/promises";
import type { ReleaseDrop } from "@cliffhanger/contract/console/releases";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { showLanguage } from "../../lib/messages.ts";
import { type Mover, useMover } from "./use-releases.ts";

afterEach(() => vi.unstubAllGlobals());

const ANSWER_MS = 20;
const key = ["releases", "2027-01-01", "2027-01-31"];

/** A server with one drop, which takes a move over the present version alone. */
function serveDrop() {
  let drop = {
    id: "d1",
    title: "Harbour",
    state: "planned",
    version: 1,
    localAt: "2027-01-04T18:00",
  } as ReleaseDrop;
  const refused: string[] = [];
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    await pause(ANSWER_MS);
    const { version, localAt } = JSON.parse(body) as Pick<ReleaseDrop, "version" | "localAt">;
    if (version !== drop.version) {
      refused.push(localAt);
      return Response.json({ code: 409, reason: "changed_meanwhile" }, { status: 409 });
    }
    drop = { ...drop, localAt, version: version + 1 };
    return Response.json({ code: 200, info: {} });
  });
  return {
    refused,
    read: () => drop,
    changeElsewhere: () => {
      drop = { ...drop, version: drop.version + 1 };
    },
  };
}

function Calendar({ client, show }: { client: QueryClient; show: (mover: Mover) => void }) {
  show(useMover(client.getQueryData(key)));
  return null;
}

async function openCalendar(server: ReturnType<typeof serveDrop>) {
  await showLanguage("en");
  const client = new QueryClient();
  const queryFn = () => Promise.resolve({ drops: [server.read()] });
  const unwatch = client
    .getQueryCache()
    .build(client, client.defaultQueryOptions({ queryKey: key, queryFn }));
  await unwatch.fetch();
  client.invalidateQueries = async () => void (await unwatch.fetch());
  let mover: Mover | undefined;
  renderToString(
    <QueryClientProvider client={client}>
      <Calendar client={client} show={(one) => (mover = one)} />
    </QueryClientProvider>,
  );
  const shown = () => client.getQueryData<{ drops: ReleaseDrop[] }>(key)?.drops[0] ?? server.read();
  /** Presses the key on the card as it is shown. */
  const press = async () => {
    mover?.shift(shown(), 1);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { press, shown };
}

test("C47: a drop follows each of several quick keys, and none is taken for somebody else's change", async () => {
  const server = serveDrop();
  const { press, shown } = await openCalendar(server);
  for (let times = 0; times < 3; times += 1) await press();
  expect(shown().localAt).toBe("2027-01-07T18:00");
  await expect.poll(() => server.read().localAt).toBe("2027-01-07T18:00");
  expect(server.refused).toEqual([]);
  await expect.poll(() => shown()).toMatchObject({ localAt: "2027-01-07T18:00", version: 4 });
});

test("C29: after a move that was refused for somebody else's change, those that waited behind it are not sent", async () => {
  const server = serveDrop();
  const { press, shown } = await openCalendar(server);
  server.changeElsewhere();
  for (let times = 0; times < 3; times += 1) await press();
  await expect.poll(() => server.refused).toHaveLength(1);
  await expect.poll(() => shown()).toMatchObject({ localAt: "2027-01-04T18:00", version: 2 });
  await press();
  await expect.poll(() => server.read()).toMatchObject({ localAt: "2027-01-05T18:00", version: 3 });
});
