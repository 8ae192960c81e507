/** `npm run releases -- list | plan | end | set | now | hold | resume | move | cancel`: when episodes become visible. */
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { DomainError } from "#platform/http/errors";
import { plainText } from "#platform/terminal";
import {
  type Cancelled,
  cancelDrop,
  endPlan,
  holdReleases,
  moveDrop,
  planSeries,
  type Releasing,
  releaseNow,
  setRelease,
} from "./change.ts";
import { type DescribedDrop, describeDrops, sentenceOfLack } from "./describe.ts";
import type { PlannedDrop } from "./drops.ts";
import { ReleaseError } from "./release-error.ts";
import { USAGE } from "./releases-usage.ts";
import { findDrop, listBlocked, listDrops } from "./repository.ts";
import { localTimeOf, parseMoment, parseZone } from "./times.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 731;
/** A longer list is not readable in a terminal. */
const LIST_LIMIT = 500;
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

type Options = Partial<
  Record<"days" | "daily" | "zone" | "per" | "from" | "on" | "skip", string | undefined>
> & { "dry-run"?: boolean | undefined };

/** Returns the work for the arguments; null if they do not fit together. */
function workOf(verb: string, [name, ...rest]: string[], options: Options): CommandWork | null {
  const [first, second] = rest;
  if (verb === "list" && rest.length === 0) return (context) => list(context, name, options);
  if (name === undefined) return null;
  const work = { plan: 0, end: 0, set: 2, now: 1, hold: 0, resume: 0, move: 1, cancel: 0 };
  if (!(verb in work) || work[verb as keyof typeof work] !== rest.length) return null;
  return async (context) => {
    const acting: Releasing = { ...context, dryRun: options["dry-run"] === true };
    if (verb === "plan") sayPlanned(await plan(acting, name, options));
    if (verb === "end") await end(acting, name);
    if (verb === "set") sayPlanned([await set(acting, name, [first ?? "", second ?? ""], options)]);
    if (verb === "now") await now(acting, name, first ?? "");
    if (verb === "hold" || verb === "resume") {
      await holdReleases(acting, { seriesId: name, isHeld: verb === "hold" });
      console.log(verb === "hold" ? "Nothing of this series is released until you resume." : "It goes on.");
    }
    if (verb === "move") await move(acting, name, first ?? "", options);
    if (verb === "cancel") await cancel(acting, name);
    if (acting.dryRun) console.log("A dry run: nothing was changed.");
  };
}

async function plan(acting: Releasing, seriesId: string, options: Options): Promise<PlannedDrop[]> {
  const { daily, zone, per = "1", from, on, skip } = options;
  if (daily === undefined)
    throw new ReleaseError("time", "When each day? Give --daily, such as --daily 18:00.");
  if (zone === undefined)
    throw new ReleaseError("zone", "In which time zone? Give --zone, such as --zone Europe/Madrid.");
  return planSeries(acting, {
    seriesId,
    startsOn: from ?? localTimeOf(acting.clock.now(), parseZone(zone)).localAt.slice(0, 10),
    timeOfDay: daily,
    zone,
    weekdays: on === undefined ? null : weekdaysOf(on),
    perTime: Number(per),
    skip: skip?.split(",") ?? [],
  });
}

async function end(acting: Releasing, seriesId: string): Promise<void> {
  await endPlan(acting, seriesId);
  console.log("The plan has ended. Its drops stay; cancel those that you do not want.");
}

function weekdaysOf(text: string): number[] {
  if (text === "weekdays") return [1, 2, 3, 4, 5];
  return text.split(",").map((day) => {
    const at = DAYS.indexOf(day.trim().toLowerCase());
    if (at === -1)
      throw new ReleaseError("weekdays", `"${day}" is no weekday. Give ${DAYS.join(", ")} or weekdays.`);
    return at + 1;
  });
}

async function set(
  acting: Releasing,
  seriesId: string,
  [numbers, time]: [string, string],
  { zone }: Options,
): Promise<PlannedDrop> {
  return setRelease(acting, { seriesId, numbers: numbersOf(numbers), moment: parseMoment(time, zone) });
}

function numbersOf(text: string): number[] {
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to ?? from)];
  if (from === undefined || first < 1 || last < first || last - first > 100)
    throw new ReleaseError(
      "episodes",
      `"${text}" is no episode. Give a number or a range, such as 5 or 5-6.`,
    );
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

async function now(acting: Releasing, seriesId: string, text: string): Promise<void> {
  for (const number of numbersOf(text)) await releaseNow(acting, { seriesId, number });
  console.log("It is released within seconds by a running server.");
}

async function move(acting: Releasing, id: string, time: string, { zone }: Options): Promise<void> {
  const drop = await requireDrop(acting, id);
  const moment = parseMoment(time, zone ?? drop.zone);
  await moveDrop(acting, { id, version: drop.version, localAt: moment.localAt, zone: moment.zone });
  console.log(`It comes at ${moment.localAt} (${moment.zone}).`);
}

/** What is said of the end of a drop. */
const ended: Record<Cancelled, string> = {
  cancelled: "Its episodes have no time now.",
  takenBack: "Its episodes are hidden again.",
  rest: "Its episodes that are released stay visible; the others have no time now.",
};

async function cancel(acting: Releasing, id: string): Promise<void> {
  const { version } = await requireDrop(acting, id);
  console.log(ended[await cancelDrop(acting, { id, version })]);
}

async function requireDrop({ db }: Releasing, id: string) {
  const drop = await findDrop(db, id);
  if (drop) return drop;
  throw new ReleaseError("id", `There is no drop "${id}". npm run releases lists them with their ids.`);
}

function sayPlanned(drops: readonly PlannedDrop[]): void {
  if (drops.length === 0) console.log("Every episode has a time or is released. Later ones follow the plan.");
  for (const { moment, numbers } of drops) {
    const moved = moment.moved ? `, which the clock change moves to ${moment.moved.slice(11)}` : "";
    console.log(`${moment.localAt} ${moment.zone}  ${namesOf(numbers)}${moved}`);
  }
}

function namesOf(numbers: readonly number[]): string {
  return numbers.length === 1 ? `episode ${numbers[0]}` : `episodes ${numbers.join(", ")}`;
}

async function list(
  { db, clock }: CommandContext,
  seriesId: string | undefined,
  options: Options,
): Promise<void> {
  const days = Number(options.days ?? 30);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    throw new ReleaseError("days", `"${options.days}" is no number of days. Give 1 to ${MAX_DAYS}.`);
  const from = clock.now();
  const to = new Date(from.getTime() + days * DAY_MS);
  const late = (await listBlocked(db, LIST_LIMIT)).filter(
    (drop) => seriesId === undefined || drop.seriesId === seriesId,
  );
  const known = new Set(late.map(({ id }) => id));
  const ahead = await listDrops(db, { from, to, seriesId, limit: LIST_LIMIT });
  const drops = await describeDrops(db, [...late, ...ahead.filter(({ id }) => !known.has(id))]);
  if (drops.length === 0) return console.log(`Nothing is planned for the next ${days} days.`);
  for (const drop of drops) console.log(lineOf(drop));
}

function lineOf(drop: DescribedDrop): string {
  const lack = sentenceOfLack(drop);
  const numbers = drop.episodes.map(({ number }) => number);
  const name = plainText(drop.series.name);
  const state = drop.state === "planned" ? "" : `  ${drop.state}`;
  return `${drop.localAt} ${drop.zone}  ${name} (${drop.seriesId}): ${namesOf(numbers)}${state}\n    ${drop.id}${lack ? `  ${lack}` : ""}`;
}

/** Says what the refusals of the domain mean on a command line. */
async function namingFaults(work: () => Promise<number> | Promise<void>): Promise<number> {
  try {
    return (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.reason === "not_found")
      throw new ReleaseError(
        "id",
        "There is no such series. npm run ingest -- --list lists them with their ids.",
      );
    if (error.reason === "already_so") throw new ReleaseError("id", "This drop was cancelled already.");
    throw new ReleaseError("id", "It was changed meanwhile. List it again, then repeat.");
  }
}

/** The program of this file. */
export const main = commandMain({
  name: "releases",
  usage: USAGE,
  options: {
    days: { type: "string" },
    daily: { type: "string" },
    zone: { type: "string" },
    per: { type: "string" },
    from: { type: "string" },
    on: { type: "string" },
    skip: { type: "string" },
    "dry-run": { type: "boolean" },
  },
  faults: [ReleaseError],
  workOf({ values, positionals: [verb = "list", ...args] }) {
    const work = workOf(verb, args, values);
    return work && ((context) => namingFaults(() => work(context)));
  },
});
await runIfStarted(import.meta, main);
