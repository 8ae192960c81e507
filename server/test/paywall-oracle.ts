import type { PlayableEpisode } from "@cliffhanger/contract";
import { expect } from "vitest";
import { giveRight } from "#test/paywall-states";
import { edits, joinParts, oddAddress, partsOf, sameAddress, secretOf, signAs } from "#test/paywall-tricks";
import { gives, type RawAnswer, type WalledEpisode, type World } from "#test/paywall-world";
import { headersOf, type Person } from "#test/people";

/** What the oracle knows: what was given to whom and taken away, in milliseconds. It knows nothing of the product's code. */
export interface Given {
  seriesId: string | null;
  from: number;
  to: number;
  state: "live" | "suspended" | "revoked";
}
interface Held {
  address: string;
  viewer: number | null;
  episode: WalledEpisode;
  /** Until when it may open: ten minutes, or the end of the right as it was known when it was given out. */
  limit: number;
}

/** Where people walk: what is there, what was given to whom, which grants are held, and how often each outcome was met. */
export interface Walk {
  world: World;
  people: readonly Person[];
  /** The free one, two locked ones and one published later; then another series. */
  episodes: readonly WalledEpisode[];
  given: Given[][];
  held: Held[];
  met: Map<string, number>;
}

const nowOf = ({ world }: Walk) => world.app.clock.now().getTime();

/** A walk from the start: nobody has a right to anything. */
export async function beginWalk(place: Pick<Walk, "world" | "people" | "episodes">): Promise<Walk> {
  await place.world.app.database.pool.query("delete from entitlement");
  return { ...place, given: place.people.map(() => []), held: [], met: new Map() };
}

function rightsNow(walk: Walk, viewer: number | null, { number, seriesId }: WalledEpisode): Given[] {
  if (number === 1) return [{ seriesId, from: 0, to: Number.POSITIVE_INFINITY, state: "live" }];
  const at = nowOf(walk);
  const all = viewer === null ? [] : (walk.given[viewer] ?? []);
  return all.filter(
    (right) =>
      right.state === "live" &&
      right.from <= at &&
      at < right.to &&
      (right.seriesId === null || right.seriesId === seriesId),
  );
}

/** Gives somebody a right, to all or to the first series; seconds are counted from now. */
export async function give(
  walk: Walk,
  who: number,
  right: { series: boolean; from: number; seconds: number | null },
) {
  const { world, people, episodes } = walk;
  const seriesId = right.series ? (episodes[0]?.seriesId ?? "") : null;
  const to = right.seconds === null ? null : right.from + right.seconds;
  await giveRight(world.app, people[who]?.id ?? "", {
    scope: right.series ? "series" : "membership",
    ...(seriesId === null ? {} : { seriesId }),
    from: right.from,
    to,
  });
  walk.given[who]?.push({
    seriesId,
    from: nowOf(walk) + right.from * 1000,
    to: to === null ? Number.POSITIVE_INFINITY : nowOf(walk) + to * 1000,
    state: "live",
  });
}

/** Refunds revoke, disputes suspend and are won: to a viewer the same, but for the way back. */
export async function takeAway(walk: Walk, who: number, to: Given["state"]) {
  const { world, people } = walk;
  const at = world.app.clock.now();
  const set = {
    revoked: "revoked_at = $2 where visitor_id = $1 and revoked_at is null and suspended_at is null",
    suspended: "suspended_at = $2 where visitor_id = $1 and revoked_at is null and suspended_at is null",
    live: "suspended_at = null where visitor_id = $1 and revoked_at is null and $2::timestamptz is not null",
  }[to];
  await world.app.database.pool.query(`update entitlement set ${set}`, [people[who]?.id, at]);
  const from = to === "live" ? "suspended" : "live";
  for (const right of walk.given[who] ?? []) if (right.state === from) right.state = to;
}

/** Asks for an episode and keeps the grants that come. What comes must be what the oracle says. */
export async function ask(walk: Walk, who: number | null, episode: WalledEpisode): Promise<void> {
  const { world, people, episodes } = walk;
  const person = who === null ? null : people[who];
  const answer = await world.ask(`/api/video/episode?id=${episode.id}`, {
    headers: person ? headersOf(person) : {},
  });
  const may = (opened: WalledEpisode) => rightsNow(walk, who, opened).length > 0;
  const text = answer.body.toString();
  const { code, info } = JSON.parse(text) as { code: number; info: Partial<PlayableEpisode> };
  const { hls, expiresAt = "", next } = info.playback ?? {};
  const following = episodes.find(({ id }) => id === next?.id);
  const told = { code, addresses: text.includes("/media/v/"), next: (next?.hls ?? null) !== null };
  const open = may(episode);
  const leads = open && following !== undefined && may(following);
  expect(told).toEqual({ code: open ? 200 : 402, addresses: open, next: leads });
  const limits = [
    hls && keep(walk, who, episode, hls),
    next?.hls && following && keep(walk, who, following, next.hls),
  ];
  const soonest = Math.min(...limits.filter((limit) => typeof limit === "number"));
  expect(open ? Date.parse(expiresAt) : 0).toBeLessThanOrEqual(soonest);
}

/** Remembers a grant; returns until when it may open at the longest. */
function keep(walk: Walk, viewer: number | null, episode: WalledEpisode, address: string): number {
  const known = Math.max(...rightsNow(walk, viewer, episode).map(({ to }) => to));
  const limit = Math.min(nowOf(walk) + 600_000, known);
  walk.held.push({ address, viewer, episode, limit });
  return limit;
}

/** How a file is fetched: with which grant, edited how, at which address, by whom. */
export interface Fetch {
  grant: number;
  file: number;
  as: number;
  edit: string;
  path: string;
  method: "GET" | "HEAD" | "range" | "POST";
  older: boolean;
  behind: boolean;
  at: number;
}

/** Fetches a file. What comes must be what the oracle says. */
export async function fetchFile(walk: Walk, step: Fetch): Promise<void> {
  const { world, people, episodes } = walk;
  // The youngest first: they are the ones that still live.
  const held = walk.held.at(-1 - (step.grant % Math.max(1, walk.held.length)));
  if (!held) return;
  const { episode, viewer, limit } = held;
  const names = [...episode.files.keys()];
  // Playlists are few among many segments: they are asked for half of the time.
  const playlists = names.filter((name) => name.endsWith(".m3u8"));
  const from = step.file % 2 ? playlists : names;
  const file = from[step.file % from.length] ?? "";
  const bytes = episode.files.get(file) ?? Buffer.alloc(0);
  const other = episodes.find(({ id }) => id !== episode.id) ?? episode;
  const own = partsOf(held.address);
  // A key that was the newest until a moment ago: what it signed then goes on opening.
  const parts = step.older ? signAs({ ...own, key: "k1" }, episode.assetId, secretOf("k1")) : own;
  const around = {
    now: Math.floor(nowOf(walk) / 1000),
    assetId: episode.assetId,
    otherEpisode: other.id,
    otherViewer: people.find(({ id }) => id !== parts.viewer)?.id ?? "",
    at: step.at,
  };
  const edit = edits[step.edit];
  const grant = edit ? edit(parts, around) : joinParts(parts);
  const edited = grant !== joinParts(parts);
  const asset = step.edit === "another asset" ? other.assetId : episode.assetId;
  const write = sameAddress[step.path] ?? oddAddress[step.path];
  const path = write?.({ grant, asset, other: other.assetId, file }) ?? "";
  const { method } = step;
  const range = method === "range" && { range: `bytes=${step.at % bytes.length}-` };
  const person = people[step.as % (people.length + 1)];
  const answer = await world.ask(path, {
    method: method === "range" ? "GET" : method,
    headers: { ...(person ? headersOf(person) : {}), ...range },
    behind: step.behind,
  });

  const same = step.path in sameAddress;
  const genuine = !edited && asset === episode.assetId && same && method !== "POST";
  const isPlaylist = file.endsWith(".m3u8");
  const alive = isPlaylist ? rightsNow(walk, viewer, episode).length > 0 : true;
  const told = `${method} ${path} (${step.edit}, ${step.path})`;
  const closed = !genuine
    ? same
      ? "edited"
      : "odd"
    : nowOf(walk) >= limit
      ? "over"
      : alive
        ? null
        : "no right";
  const outcome = closed ?? (isPlaylist ? "playlist" : "file");
  walk.met.set(outcome, (walk.met.get(outcome) ?? 0) + 1);
  // Whoever holds a grant up, it opens: copied to somebody else too, for as long as it lives and no longer.
  const opened = step.behind && !isPlaylist ? "handed on" : range && !isPlaylist ? "part" : "whole";
  const expected = closed ? ["nothing"] : [opened];
  if (!closed && nowOf(walk) >= limit - 1000) expected.push("nothing"); // a grant counts whole seconds
  const start = step.at % bytes.length;
  expect(expected, `${told}: ${answer.status}`).toContain(
    whatCame(answer, { bytes, start, asset, file, method }),
  );
}

/** What an answer brought: nothing, the whole file or its part from there on, or word to nginx to send it. */
function whatCame(
  answer: RawAnswer,
  {
    bytes,
    start,
    asset,
    file,
    method,
  }: { bytes: Buffer; start: number; asset: string; file: string; method: string },
): string {
  const { status, headers, body } = answer;
  if (!gives(answer)) return status >= 400 ? "nothing" : `nothing, with ${status}`;
  if (headers["x-accel-redirect"] === `/internal/assets/${asset}/${file}`) return "handed on";
  const whole = method === "HEAD" ? body.length === 0 : body.equals(bytes);
  if (status === 200 && whole) return "whole";
  return status === 206 && body.equals(bytes.subarray(start)) ? "part" : "something else";
}
