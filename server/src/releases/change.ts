import type { AuditAction, ReleaseCancelled } from "@cliffhanger/contract";
import {
  clearReleaseAt,
  followReleases,
  holdUnplanned,
  listReleasing,
  lockReleasing,
  type ReleasingEpisode,
  type ReleasingRow,
  releaseEpisodes,
  saveReleaseAt,
  saveReleaseMode,
  takeBackEpisodes,
} from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { changedMeanwhile, DomainError, notFound } from "#platform/http/errors";
import { addDrop, extend, type PlannedDrop } from "./drops.ts";
import { requireOrder, shownAtOnce } from "./order.ts";
import { ReleaseError } from "./release-error.ts";
import * as repository from "./repository.ts";
import {
  localTimeOf,
  type Moment,
  momentOf,
  parseDate,
  parseTimeOfDay,
  parseZone,
  type Rhythm,
  requireAhead,
} from "./times.ts";

/** A drop can be taken back for so long. */
export const TAKE_BACK_MS = 10 * 60_000;
/** The most episodes of one drop. */
export const MAX_PER_TIME = 10;

/** Who changes releases; `dryRun` checks everything and changes nothing. */
export interface Releasing extends Acting {
  dryRun?: boolean;
}

interface Within {
  trx: Trx;
  series: ReleasingRow;
  episodes: readonly ReleasingEpisode[];
  now: Date;
  by: string;
}

/** Ends a transaction without its changes. */
class DryRun<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("dry run");
    this.result = result;
  }
}

/** Changes the releases of one series under its lock, writes the audit log and renews what viewers see. */
async function changing<T>(
  { dryRun = false, ...acting }: Releasing,
  { seriesId, action }: { seriesId: string; action: AuditAction },
  work: (within: Within) => Promise<{ result: T; before?: object; after?: object }>,
): Promise<T> {
  try {
    return await audited(acting, { action }, async (trx) => {
      const series = await lockReleasing(trx, seriesId);
      if (!series) throw notFound();
      const episodes = await listReleasing(trx, seriesId);
      const now = acting.clock.now();
      const done = await work({ trx, series, episodes, now, by: acting.by.id });
      const after = await listReleasing(trx, seriesId);
      // A cancelled or withdrawn drop is not kept for those after it: they wait, and the calendar says so.
      if (action !== "release.cancel") requireOrder(episodes, after);
      await followReleases(trx, seriesId, { next: await nextOf(trx, seriesId) });
      if (dryRun) throw new DryRun(done.result);
      const change = {
        subject: { kind: "series", id: seriesId },
        before: { ...done.before, ...timesOf(episodes) },
        after: { ...done.after, ...timesOf(after) },
      };
      return { result: done.result, changes: [change] };
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as T;
    throw error;
  }
}

/** Returns when the next planned drop of a series is. */
export async function nextOf(trx: Trx, seriesId: string): Promise<Date | null> {
  const open = await repository.listOpenDrops(trx, seriesId);
  return open.find(({ state }) => state === "planned")?.at ?? null;
}

function timesOf(episodes: readonly ReleasingEpisode[]): Record<string, string> {
  return Object.fromEntries(
    episodes.flatMap(({ number, releaseAt, isReleased }) =>
      releaseAt && !isReleased ? [[`episode.${number}`, releaseAt.toISOString()]] : [],
    ),
  );
}

/** A plan as an operator gives it. */
export interface PlanInput extends Omit<Rhythm, "skip"> {
  perTime: number;
  /** Days without a drop; undefined: those of the plan before it, if that has not ended. */
  skip?: readonly string[];
}

/**
 * Plans a series: each episode that is not released and has no time gets one, so many each time, after those that have
 * one. The plan stays, and gives a time to episodes that come later.
 */
export async function planSeries(
  acting: Releasing,
  { seriesId, ...input }: PlanInput & { seriesId: string },
): Promise<PlannedDrop[]> {
  const given = parsePlan(input);
  return changing(
    acting,
    { seriesId, action: "release.plan" },
    async ({ trx, series, episodes, now, by }) => {
      const before = await repository.findPlan(trx, seriesId);
      const plan = input.skip === undefined && before?.active ? { ...given, skip: before.skip } : given;
      await repository.savePlan(trx, seriesId, plan);
      if (series.mode !== "held") await saveReleaseMode(trx, seriesId, "planned");
      const result = await extend({ trx, seriesId, plan, episodes: withoutTime(episodes), now, by });
      return { result, before: { plan: before ?? null }, after: { plan } };
    },
  );
}

/** Ends the plan of a series: drops stay, and episodes that come later get no time. */
export async function endPlan(acting: Releasing, seriesId: string): Promise<void> {
  await changing(acting, { seriesId, action: "release.plan" }, async ({ trx, series }) => {
    const plan = await repository.findPlan(trx, seriesId);
    if (!plan?.active) throw new ReleaseError("id", (t) => t("releaseFault.noPlan"));
    await repository.savePlan(trx, seriesId, { ...plan, active: false });
    if (series.mode !== "held") await saveReleaseMode(trx, seriesId, "at_once");
    await holdUnplanned(trx, seriesId);
    return { result: undefined, before: { plan }, after: { plan: { ...plan, active: false } } };
  });
}

function parsePlan({
  startsOn,
  timeOfDay,
  zone,
  weekdays,
  perTime,
  skip = [],
}: PlanInput): repository.PlanRow {
  if (!Number.isInteger(perTime) || perTime < 1 || perTime > MAX_PER_TIME)
    throw new ReleaseError("perTime", (t) => t("releaseFault.perTime", { perTime, most: MAX_PER_TIME }));
  const days = weekdays === null ? null : [...new Set(weekdays)].toSorted((one, other) => one - other);
  if (days && (days.length === 0 || days.some((day) => !Number.isInteger(day) || day < 1 || day > 7)))
    throw new ReleaseError("weekdays", (t) => t("releaseFault.weekdays"));
  return {
    startsOn: parseDate(startsOn),
    timeOfDay: parseTimeOfDay(timeOfDay),
    zone: parseZone(zone),
    weekdays: days,
    perTime,
    skip: skip.map((day) => parseDate(day, "skip")),
    active: true,
  };
}

/** Returns the episodes that a plan gives a time: neither released nor taken back, and without a time. */
function withoutTime(episodes: readonly ReleasingEpisode[]): ReleasingEpisode[] {
  return episodes.filter(
    ({ isReleased, releaseAt, withdrawnAt }) => !isReleased && releaseAt === null && withdrawnAt === null,
  );
}

/** Releases episodes together at a moment; they leave the drops that were to release them. */
export async function setRelease(
  acting: Releasing,
  { seriesId, numbers, moment }: { seriesId: string; numbers: readonly number[]; moment: Moment },
): Promise<PlannedDrop> {
  return changing(acting, { seriesId, action: "release.plan" }, async (within) => {
    requireAhead(moment, within.now);
    const chosen = chosenOf(within.episodes, numbers);
    await replaceDrops(within, chosen, moment);
    return { result: { moment, numbers: chosen.map(({ number }) => number) } };
  });
}

/** Releases an episode as soon as a server runs, within seconds. */
export async function releaseNow(
  acting: Releasing,
  { seriesId, number }: { seriesId: string; number: number },
): Promise<void> {
  await changing(acting, { seriesId, action: "release.now" }, async (within) => {
    const [episode] = chosenOf(within.episodes, [number]);
    if (!episode?.isReady) throw new ReleaseError("episodes", (t) => t("releaseFault.film", { number }));
    await replaceDrops(within, [episode], momentNow(within.now));
    return { result: undefined };
  });
}

/** Returns this very moment, to the second: a wall time is stored to the minute, so `at` is given by itself. */
function momentNow(now: Date): Moment {
  return { ...localTimeOf(now, "UTC"), at: now, moved: null };
}

function chosenOf(episodes: readonly ReleasingEpisode[], numbers: readonly number[]): ReleasingEpisode[] {
  const wanted = [...new Set(numbers)].toSorted((one, other) => one - other);
  if (wanted.length === 0 || wanted.length > MAX_PER_TIME)
    throw new ReleaseError("episodes", (t) => t("releaseFault.count", { most: MAX_PER_TIME }));
  return wanted.map((number) => {
    const episode = episodes.find((one) => one.number === number);
    if (!episode) throw new ReleaseError("episodes", (t) => t("releaseFault.noEpisode", { number }));
    if (episode.isReleased) throw new ReleaseError("episodes", (t) => t("releaseFault.released", { number }));
    return episode;
  });
}

async function replaceDrops(
  { trx, series, now, by }: Within,
  episodes: readonly ReleasingEpisode[],
  moment: Moment,
): Promise<void> {
  const ids = episodes.map(({ id }) => id);
  await repository.leaveDrops(trx, ids, { now, by });
  await addDrop({ trx, seriesId: series.id, moment, ids, now, by });
}

/** Releases nothing of a series until it goes on; what became due meanwhile is released then. */
export async function holdReleases(
  acting: Releasing,
  { seriesId, isHeld, from }: { seriesId: string; isHeld: boolean; from?: ReleasingRow["mode"] },
): Promise<void> {
  await changing(acting, { seriesId, action: "release.hold" }, async ({ trx, series, episodes, now }) => {
    if (from !== undefined && from !== series.mode)
      throw changedMeanwhile({ current: { mode: series.mode }, by: null });
    const plan = await repository.findPlan(trx, seriesId);
    const mode = isHeld ? "held" : plan?.active ? "planned" : "at_once";
    await saveReleaseMode(trx, seriesId, mode);
    const ids = series.mode === "held" && mode === "at_once" ? shownAtOnce(episodes) : [];
    if (ids.length > 0) await releaseEpisodes(trx, { seriesId, ids, at: now });
    if (mode === "at_once") await holdUnplanned(trx, seriesId);
    return { result: undefined, before: { mode: series.mode }, after: { mode } };
  });
}

/** A change of one drop: `version` is the one that the operator saw. */
interface DropChange {
  id: string;
  version: number;
}

async function changingDrop(
  acting: Releasing,
  { id, version }: DropChange,
  action: AuditAction,
  work: (within: Within, drop: repository.DropRow) => Promise<void>,
): Promise<void> {
  const known = await repository.findDrop(acting.db, id);
  if (!known) throw notFound();
  await changing(acting, { seriesId: known.seriesId, action }, async (within) => {
    // Read again: the series is locked only now.
    const drop = await repository.findDrop(within.trx, id);
    if (!drop) throw notFound();
    if (drop.version !== version) throw changedMeanwhile({ by: drop.changedBy, at: drop.changedAt });
    await work(within, drop);
    const [before, after] = [drop, await repository.findDrop(within.trx, id)].map(
      (one) => one && { drop: id, localAt: one.localAt, zone: one.zone, state: one.state },
    );
    return { result: undefined, ...(before ? { before } : {}), ...(after ? { after } : {}) };
  });
}

/** Moves a drop that has not happened to another wall time; its zone stays unless another is given. */
export async function moveDrop(
  acting: Releasing,
  { localAt, zone, ...drop }: DropChange & { localAt: string; zone?: string | undefined },
): Promise<void> {
  await changingDrop(
    acting,
    drop,
    "release.move",
    async ({ trx, now, by }, { id, state, episodes, ...row }) => {
      if (state !== "planned" && state !== "blocked")
        throw new ReleaseError("localAt", (t) => t("releaseFault.gone"));
      const moment = momentOf({ localAt, zone: zone ?? row.zone });
      requireAhead(moment, now);
      await repository.updateDrop(trx, id, { moment, state: "planned", now, by });
      const waiting = episodes.filter(({ releasedAt }) => releasedAt === null);
      await saveReleaseAt(
        trx,
        waiting.map((one) => one.id),
        moment.at,
      );
    },
  );
}

/** What the end of a drop did, as the contract tells it. */
export type Cancelled = ReleaseCancelled["done"];

/**
 * Cancels a drop: its episodes wait until they are published or get another time. One that happened within ten minutes is
 * taken back: its episodes are hidden until a new drop. Of one that released some earlier, those stay visible and the
 * others wait.
 */
export async function cancelDrop(acting: Releasing, drop: DropChange): Promise<Cancelled> {
  let done: Cancelled = "cancelled";
  await changingDrop(
    acting,
    drop,
    "release.cancel",
    async ({ trx, now, by, series }, { id, state, episodes }) => {
      if (state === "cancelled") throw new DomainError(409, "already_so");
      const idsOf = (some: typeof episodes) => some.map((one) => one.id);
      const released = episodes.filter(({ releasedAt }) => releasedAt !== null);
      const waiting = idsOf(episodes.filter(({ releasedAt }) => releasedAt === null));
      const since = Math.max(
        ...released.map(({ releasedAt }) => now.getTime() - Date.parse(releasedAt ?? "")),
      );
      const isTooLate = released.length > 0 && since > TAKE_BACK_MS;
      if (isTooLate && waiting.length === 0) throw new ReleaseError("id", (t) => t("releaseFault.takeBack"));
      done = isTooLate ? "rest" : released.length > 0 ? "takenBack" : "cancelled";
      await clearReleaseAt(trx, waiting);
      if (isTooLate) return repository.leaveDrops(trx, waiting, { now, by });
      await repository.updateDrop(trx, id, { state: "cancelled", now, by });
      if (released.length > 0)
        await takeBackEpisodes(trx, { seriesId: series.id, ids: idsOf(released), at: now });
    },
  );
  return done;
}
