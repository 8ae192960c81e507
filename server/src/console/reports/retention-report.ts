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
import type { ShowPeople } from "./few.ts";
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
    groups: groups.map((group) => shown(group, show)),
    losses: losses
      .map((loss) => ({
        ...loss,
        left: show(loss.left),
        halfLeftAt: loss.isWall ? null : (halfLeftAt.get(loss.episode) ?? null),
      }))
      // An exact share would tell the number.
      .filter(({ left }) => left !== "few"),
    earned:
      all && [all.wall.paid].map(show).includes("few") ? [] : await sumSeries(trx, id, { from, to, zone }),
  };
}

function shown({ key, began, wall, reached }: RetentionGroup, show: ShowPeople) {
  return {
    key,
    began: show(began),
    wall: {
      reached: show(wall.reached),
      paid: show(wall.paid),
      members: show(wall.members),
      left: show(wall.left),
    },
    reached: reached.map(show),
  };
}
