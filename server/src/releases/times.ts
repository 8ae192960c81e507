import { ReleaseError } from "./release-error.ts";

/** A wall time, `2027-01-09T18:00`, and the IANA zone of the wall. */
export interface LocalTime {
  localAt: string;
  zone: string;
}

/** A wall time with its instant. `moved` is the wall time that is used when the given one does not exist that day. */
export interface Moment extends LocalTime {
  at: Date;
  moved: string | null;
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Names of zones, not offsets such as +01:00, which know no summer time. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const YEARS_AHEAD = 2;

/** Returns an IANA zone, or refuses it. */
export function parseZone(zone: string): string {
  try {
    if (ZONE.test(zone)) return Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ReleaseError("zone", (t) => t("releaseFault.zone", { zone }));
}

/** Returns a date such as 2027-01-04, or refuses it. */
export function parseDate(text: string, field = "from"): string {
  if (DATE.test(text) && isRead(() => Temporal.PlainDate.from(text, { overflow: "reject" }))) return text;
  throw new ReleaseError(field, (t) => t("releaseFault.date", { text }));
}

/** Returns a time of day such as 18:00, or refuses it. */
export function parseTimeOfDay(text: string): string {
  if (TIME.test(text)) return text;
  throw new ReleaseError("time", (t) => t("releaseFault.time", { text }));
}

/**
 * Returns when a wall time is. One that a clock change leaves out moves forward by the change; one that a clock change
 * repeats is the first of the two.
 */
export function momentOf({ localAt, zone }: LocalTime): Moment {
  const named = parseZone(zone);
  const read = () => Temporal.PlainDateTime.from(localAt, { overflow: "reject" });
  if (!LOCAL.test(localAt) || !isRead(read))
    throw new ReleaseError("localAt", (t) => t("releaseFault.localAt", { localAt }));
  const zoned = read().toZonedDateTime(named, { disambiguation: "compatible" });
  const wall = wallOf(zoned);
  return {
    localAt,
    zone: named,
    at: new Date(zoned.epochMilliseconds),
    moved: wall === localAt ? null : wall,
  };
}

/** Returns the wall time of an instant. */
export function localTimeOf(at: Date, zone: string): LocalTime {
  const named = parseZone(zone);
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(named);
  return { localAt: wallOf(zoned), zone: named };
}

/** Reads a time as commands give it: `2027-01-09T18:00Z`, or a wall time of the zone. */
export function parseMoment(text: string, zone: string | undefined): Moment {
  if (text.endsWith("Z")) return momentOf({ localAt: text.slice(0, -1), zone: "UTC" });
  if (zone === undefined)
    throw new ReleaseError(
      "zone",
      `"${text}" names no time zone. Add Z for UTC, as in 2027-01-09T18:00Z, or --zone, such as --zone Europe/Madrid.`,
    );
  return momentOf({ localAt: text, zone });
}

/** Refuses a time that is over, or more than two years ahead. */
export function requireAhead({ at, localAt, zone }: Moment, now: Date): void {
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() + YEARS_AHEAD);
  if (at > limit) throw new ReleaseError("localAt", (t) => t("releaseFault.far", { localAt, zone }));
  if (at <= now) throw new ReleaseError("localAt", (t) => t("releaseFault.over", { localAt, zone }));
}

/** The days and the hour of a plan. */
export interface Rhythm {
  startsOn: string;
  timeOfDay: string;
  zone: string;
  /** 1 is Monday, 7 is Sunday; null is every day. */
  weekdays: readonly number[] | null;
  skip: readonly string[];
}

/** Lists the first moments of a rhythm after an instant. */
export function momentsOf(rhythm: Rhythm, { after, count }: { after: Date; count: number }): Moment[] {
  const limit = new Date(after);
  limit.setUTCFullYear(limit.getUTCFullYear() + YEARS_AHEAD);
  const moments: Moment[] = [];
  // Days long before are passed over at once.
  const begin = localTimeOf(after, rhythm.zone).localAt.slice(0, 10);
  let day = Temporal.PlainDate.from(begin > rhythm.startsOn ? begin : rhythm.startsOn);
  while (moments.length < count) {
    const moment = momentOf({ localAt: `${day.toString()}T${rhythm.timeOfDay}`, zone: rhythm.zone });
    if (moment.at > limit) throw new ReleaseError("from", (t) => t("releaseFault.long"));
    const isWanted = rhythm.weekdays === null || rhythm.weekdays.includes(day.dayOfWeek);
    if (isWanted && !rhythm.skip.includes(day.toString()) && moment.at > after) moments.push(moment);
    day = day.add({ days: 1 });
  }
  return moments;
}

function wallOf(zoned: Temporal.ZonedDateTime): string {
  return zoned.toPlainDateTime().toString({ smallestUnit: "minute" });
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
