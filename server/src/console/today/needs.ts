import {
  isPermitted,
  type Language,
  languages,
  type Need,
  type Permission,
  type Role,
} from "@cliffhanger/contract";
import { gatewayNames, listMoneyNeeds } from "#billing";
import { textIn } from "#catalogue";
import { listFailedFilms } from "#media";
import type { Db } from "#platform/db/database";
import type { Translate } from "#platform/messages";
import { storedIn } from "#platform/stored-sentence";
import { type DescribedDrop, describeDrops, listBlocked, listDrops } from "#releases";
import { countOverdue } from "#site";
import type { NameOf } from "../naming/name-of.ts";
import { NOTICED } from "../people/look-ups.ts";
import { listLookers } from "../people/repository.ts";
import { PROMISED_MS } from "../tickets/describe.ts";
import type { Running } from "./running.ts";

const DAY_MS = 86_400_000;
/** So long before its time a drop is looked at. */
const AHEAD_MS = 2 * DAY_MS;
const MOST = 50;

/** A need with what orders it behind its deadline. */
type Sorted = Need & { amount?: number };

/** What needs are read from. */
export interface Needing {
  db: Db;
  now: Date;
  role: Role;
  /** The operator's language, and its messages. */
  language: Language;
  t: Translate;
  nameOf: NameOf;
  running: Running;
}

/** Returns what needs this operator: by deadline, then by money, then by how long it waits. */
export async function listNeeds(needing: Needing): Promise<Need[]> {
  const may = (permission: Permission) => isPermitted(needing.role, permission);
  const parts: Promise<Sorted[]>[] = [
    ...(may("review.read") ? [listMoneyNeeds(needing.db, needing)] : []),
    ...(may("series.write") ? [failedFilms(needing)] : []),
    ...(may("release.read") ? [lackingDrops(needing)] : []),
    ...(may("ticket.read") ? [overdueTickets(needing)] : []),
    ...(may("job.read") ? [Promise.resolve(ofInstallation(needing))] : []),
    ...(may("team") ? [manyLookUps(needing)] : []),
  ];
  return (await Promise.all(parts))
    .flat()
    .toSorted(
      (one, other) =>
        dueOf(one) - dueOf(other) ||
        (other.amount ?? 0) - (one.amount ?? 0) ||
        Date.parse(one.since ?? "") - Date.parse(other.since ?? "") ||
        0,
    )
    .map(({ amount: _amount, ...need }) => need);
}

const dueOf = ({ due }: Need) => (due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due));

async function failedFilms({ db, t, language: reader }: Needing): Promise<Sorted[]> {
  return (await listFailedFilms(db, MOST)).map(({ seriesId, title, language, numbers, error }) => {
    const name = textIn(title, language as Language);
    const [first, ...others] = numbers;
    return {
      id: `encode.${seriesId}`,
      kind: "encode",
      tone: "red",
      title:
        others.length === 0
          ? t("need.encode.one", { series: name, number: first ?? 0 })
          : t("need.encode.many", { series: name, count: numbers.length }),
      text: [
        error === null ? t("need.encode.failed") : storedIn(reader, error),
        ...(others.length > 0 ? [t("need.encode.episodes", { numbers: rangeOf(numbers) })] : []),
      ].join(" "),
      due: null,
      since: null,
      href: `/series/${seriesId}/episodes`,
    };
  });
}

async function lackingDrops({ db, now, role, t, language }: Needing): Promise<Sorted[]> {
  const [late, next] = await Promise.all([
    listBlocked(db, MOST),
    listDrops(db, { from: now, to: new Date(now.getTime() + AHEAD_MS), limit: MOST }),
  ]);
  const known = new Set(late.map(({ id }) => id));
  const drops = await describeDrops(db, [...late, ...next.filter(({ id }) => !known.has(id))]);
  return drops.flatMap((drop) => {
    const need = lackOf(drop, { t, language, writes: isPermitted(role, "series.write") });
    return need ? [need] : [];
  });
}

function lackOf(
  drop: DescribedDrop,
  { t, language, writes }: Pick<Needing, "t" | "language"> & { writes: boolean },
): Sorted | null {
  const { id, seriesId, series, state, at, lack } = drop;
  const numbers = drop.episodes.filter(({ releasedAt }) => releasedAt === null).map(({ number }) => number);
  const what = t("need.drop.what", {
    series: series.name,
    count: numbers.length,
    numbers: rangeOf(numbers),
  });
  const common = { due: at.toISOString(), since: null };
  if (lack) {
    const tab = { film: "episodes", draft: "details", held: "releases", earlier: "releases" }[lack.lack];
    return {
      ...common,
      id: `drop.${id}`,
      kind: "drop",
      tone: state === "blocked" ? "red" : "amber",
      title: t(state === "blocked" ? "need.drop.waits" : "need.drop.notReady", { what }),
      text: t(`need.drop.${lack.lack}`, { number: lack.number ?? 0 }),
      href: writes ? `/series/${seriesId}/${tab}` : "/calendar",
    };
  }
  const missing = missingTitles(drop);
  if (state !== "planned" || missing.length === 0) return null;
  const count = missing.reduce((sum, { count: one }) => sum + one, 0);
  const names = new Intl.DisplayNames(language, { type: "language" });
  const named = missing.map((one) => `${one.count} ${names.of(one.language) ?? one.language}`).join(", ");
  return {
    ...common,
    id: `texts.${id}`,
    kind: "texts",
    tone: "amber",
    title: t("need.texts.title", { named, count }),
    text: t("need.texts.text", { what }),
    href: writes ? `/series/${seriesId}/texts` : "/calendar",
  };
}

/** Counts the titles that a drop lacks, in languages in which its series and another of its episodes have one. */
function missingTitles({ episodes, series }: DescribedDrop): { language: Language; count: number }[] {
  const titled = episodes.filter(({ title }) => Object.values(title).some(Boolean));
  return languages.flatMap((language) => {
    if (!series.title[language]) return [];
    const count = titled.filter(({ title }) => !title[language]).length;
    return count === 0 ? [] : [{ language, count }];
  });
}

async function overdueTickets({ db, now, t }: Needing): Promise<Sorted[]> {
  const { count, oldest } = await countOverdue(db, new Date(now.getTime() - PROMISED_MS));
  if (count === 0 || oldest === null) return [];
  const hours = Math.floor((now.getTime() - oldest.getTime()) / 3_600_000);
  return [
    {
      id: "tickets",
      kind: "tickets",
      tone: "amber",
      title: t("need.tickets.title", { count }),
      text: t("need.tickets.text", { hours }),
      due: new Date(oldest.getTime() + PROMISED_MS).toISOString(),
      since: oldest.toISOString(),
      href: "/tickets",
    },
  ];
}

function ofInstallation({ t, running: { gateways, backup, isBackupDue, disk } }: Needing): Sorted[] {
  const common = { due: null, tone: "red", href: "/jobs" } as const;
  const silent = gateways.filter(({ isSilent }) => isSilent);
  const used = Math.round((disk?.usedShare ?? 0) * 100);
  return [
    ...silent.map(
      ({ name, at }): Sorted => ({
        ...common,
        id: `gateway.${name}`,
        kind: "gateway",
        title: t("need.gateway.silent", { gateway: gatewayNames[name] }),
        text: t("need.gateway.silentText"),
        since: at,
      }),
    ),
    ...(backup?.isOld || isBackupDue
      ? [
          {
            ...common,
            id: "backup",
            kind: "backup",
            title: t(backup ? "need.backup.old" : "need.backup.none"),
            text: t("need.backup.text"),
            since: backup?.at ?? null,
          } as const,
        ]
      : []),
    ...(used > 85
      ? [
          {
            ...common,
            id: "disk",
            kind: "disk",
            title: t("need.disk.title", { used }),
            text: t("need.disk.text"),
            since: null,
          } as const,
        ]
      : []),
  ];
}

async function manyLookUps({ db, now, t, nameOf }: Needing): Promise<Sorted[]> {
  const rows = await listLookers(db, { since: new Date(now.getTime() - DAY_MS), mark: NOTICED });
  return Promise.all(
    rows.map(
      async ({ operator_id: id, hour }): Promise<Sorted> => ({
        id: `look_ups.${id}.${hour.getTime()}`,
        kind: "look_ups",
        tone: "amber",
        title: t("need.lookUps.title"),
        text: t("need.lookUps.text", { operator: (await nameOf(id)) ?? id }),
        due: null,
        since: hour.toISOString(),
        href: `/log?actor=${id}&action=person.read`,
      }),
    ),
  );
}

/** Returns numbers as people write them: `3, 5–8`. */
function rangeOf(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = parts.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
