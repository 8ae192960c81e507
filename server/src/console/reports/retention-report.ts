import type { RetentionReport } from "@cliffhanger/contract";
import {
  countEpisodeErrors,
  firstStepDay,
  lossesOf,
  mostBegun,
  type RetentionGroup,
  readSeriesRetention,
} from "#attribution";
import { sumSeries } from "#billing";
import { findCards, listEpisodes, nameSeries, textIn } from "#catalogue";
import type { Trx } from "#platform/db/database";
import { notFound } from "#platform/http/errors";
import { peopleBeside, type ShowPeople } from "./few.ts";
import type { Range } from "./range.ts";

/** Which series, by which touch, and beside whom. */
export interface RetentionChoice {
  series?: string | undefined;
  touch: "first" | "last";
  compare: readonly string[];
}

const LOSSES = 8;

/** Returns how far viewers come into a series; without one, into the one that most began. */
export async function retentionReport(
  trx: Trx,
  { from, to, zone, head }: Range,
  { series: asked, touch, compare }: RetentionChoice,
  show: ShowPeople,
): Promise<RetentionReport> {
  const firstDay = await firstStepDay(trx, zone);
  const id = asked ?? (await mostBegun(trx, { from, to }));
  if (id === null) return { ...head, touch, firstDay, series: null, groups: [], losses: [], earned: [] };
  const [card] = await findCards(trx, [id], { kept: true });
  const title = (await nameSeries(trx, [id])).get(id);
  if (title === undefined) throw notFound();
  const episodes = await listEpisodes(trx, id, { kept: true });
  const free = card?.free_episode_count ?? 0;
  const { groups, halfLeftAt } = await readSeriesRetention(
    trx,
    { id, free, episodes: episodes.length },
    { from, to, touch },
    compare,
  );
  const [all] = groups;
  const errors = await countEpisodeErrors(
    trx,
    episodes.map((one) => one.id),
    { first: head.from, last: head.to },
  );
  const losses = all ? lossesOf(all, free, LOSSES) : [];
  const shownGroups = groups.map((group) => shown(group, show));
  const wall = shownGroups[0]?.wall;
  return {
    ...head,
    touch,
    firstDay,
    series: {
      id,
      title,
      free,
      episodes: episodes.map((one) => ({
        id: one.id,
        number: one.number,
        title: textIn(one.title, "en"),
        errors: errors.get(one.id) ?? 0,
      })),
    },
    groups: shownGroups,
    losses: losses
      .map((loss) => ({
        ...loss,
        left: loss.isWall && wall ? wall.left : show(loss.left),
        halfLeftAt: loss.isWall ? null : (halfLeftAt.get(loss.episode) ?? null),
      }))
      // An exact share would tell the number.
      .filter(({ left }) => typeof left === "number"),
    earned: wall && typeof wall.paid !== "number" ? [] : await sumSeries(trx, id, { from, to, zone }),
  };
}

function shown({ key, began, wall, reached }: RetentionGroup, show: ShowPeople) {
  // They add up to those who reached it.
  const [paid = 0, members = 0, left = 0] = peopleBeside([wall.paid, wall.members, wall.left], show);
  return {
    key,
    began: show(began),
    wall: { reached: show(wall.reached), paid, members, left },
    reached: reached.map(show),
  };
}
