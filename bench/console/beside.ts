import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../server/src/platform/ids.ts";
import type { Catalogue } from "../catalogue.ts";
import { compare, type Row } from "../measure.ts";
import type { Running } from "../processes.ts";
import { after, fetchSegments, makeSegments } from "../watching.ts";
import { get } from "./request.ts";

const OPERATORS = 20;
const ROUNDS = 3;
const IDLE_MS = 6_000;
const BUSY_MS = 12_000;
/** How long an operator reads a screen before the next one. */
const READS_MS = 2_000;
const SCREENS = [
  "activity",
  "today",
  "activity",
  "series?sort=plays",
  "activity",
  "orders",
  "activity",
  "reports/revenue?by=plan",
  "activity",
  "people?q=bench1",
  "activity",
  "reports/retention",
];

/** Measures a viewer's segments beside operators who go from screen to screen, and one who exports all orders of a state. */
export async function besideOperators(
  { env }: Catalogue,
  { ours, cookie }: { ours: Running; cookie: string },
): Promise<{ row: Row; answers: Record<string, number> }> {
  const paths = await makeSegments(env.DATA_DIR, "benchoperators");
  await fetchSegments(ours.port, paths, after(1_000));
  const answers: Record<string, number> = {};
  const idle: { p99: number }[] = [];
  const busy: { p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await fetchSegments(ours.port, paths, after(IDLE_MS)));
    const isOver = after(BUSY_MS);
    const work = Array.from({ length: OPERATORS }, (_, at) => operate(ours, cookie, { at, isOver, answers }));
    await exportOrders(ours, cookie);
    busy.push(await fetchSegments(ours.port, paths, isOver));
    await Promise.all(work);
  }
  const what = `a segment of 1 MB beside ${OPERATORS} operators and an export of orders, p99; idle before`;
  return {
    row: compare({ what, unit: "ms", goal: { ratioAtMost: 1.5 }, figure: "p99" }, busy, idle),
    answers,
  };
}

interface Shift {
  /** The place of the operator, who begins at another screen and moment than the others. */
  at: number;
  isOver: () => boolean;
  /** Counts answers by their status. */
  answers: Record<string, number>;
}

async function operate(ours: Running, cookie: string, { at, isOver, answers }: Shift): Promise<void> {
  await pause((at * READS_MS) / OPERATORS);
  for (let no = at; !isOver(); no++) {
    const { status } = await get(ours, cookie, SCREENS[no % SCREENS.length] ?? "");
    answers[status] = (answers[status] ?? 0) + 1;
    await pause(READS_MS);
  }
}

async function exportOrders(ours: Running, cookie: string): Promise<void> {
  const body = { requestKey: newId(new Date()).toUpperCase(), kind: "orders", params: { state: "failed" } };
  const { status, body: answer } = await get(ours, cookie, "exports", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
  if (status !== 200) throw new Error(`The export was answered with ${status}: ${answer.slice(0, 200)}`);
}
