import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";
import type { HashingQueue } from "#platform/passwords/hashing-queue";
import type { NameSubjects } from "./audit-log/read.ts";

/** What the rules of operators work with. */
export interface Operators {
  db: Db;
  clock: Clock;
  /** The time that authenticator apps have, by which one-time codes count: they do not follow the demo's clock. */
  timeOfCodes: () => Date;
  log: Log;
  /** The queue that visitors' passwords are hashed in too, so that a burst of either leaves threads for playback. */
  hashingQueue: HashingQueue;
  /** Seals the secrets of one-time codes. */
  key: () => Promise<Buffer>;
  idleMinutes: number;
  demo: boolean;
  /** The site's name, and its own origin when one is configured. */
  siteName: () => Promise<string>;
  siteZone: () => Promise<string>;
  siteOrigin: string;
  /** What the subjects of the log are called, where they are series, episodes or tags that still exist. */
  nameSubjects: NameSubjects;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long things of operators last, in milliseconds. */
export const lifetimes = {
  challenge: 5 * MINUTE_MS,
  fresh: 5 * MINUTE_MS,
  session: 12 * HOUR_MS,
  invitation: 48 * HOUR_MS,
  demoInvitation: 24 * HOUR_MS,
  answer: 24 * HOUR_MS,
} as const;

/** Sessions of one operator at a time; the oldest ends. */
export const MAX_SESSIONS = 5;

/** Returns the moment some milliseconds after another. */
export function later(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}
