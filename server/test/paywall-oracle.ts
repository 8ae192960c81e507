import type { PlayableEpisode } from "@cliffhanger/contract";
import { expect } from "vitest";
import { giveRight } from "#test/paywall-states";
import {
  edits,
  invalidAddress,
  joinParts,
  partsOf,
  sameAddress,
  secretOf,
  signAs,
} from "#test/paywall-tricks";
import { exposesMedia, type RawAnswer, type WalledEpisode, type World } from "#test/paywall-world";
import { headersOf, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";

/** What the oracle knows: which rights were given and taken away, in milliseconds. It uses none of the product's code. */
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
  /** Until when it may open: ten minutes, or the end of the right as known when it was issued. */
  limit: number;
}

/** The state of a random walk: the episodes, the rights given, the grants held, and the count of each outcome. */
export interface Walk {
  world: World;
  people: readonly Person[];
  /** The free one, two locked ones and one published later; then another series. */
  episodes: readonly WalledEpisode[];
  given: Given[][];
  held: Held[];
  outcomes: Map<string, number>;
}

const nowOf = ({ world }: Walk) => world.app.clock.now().getTime();

/** Starts a walk in which no one has a right. */
export async function beginWalk(place: Pick<Walk, "world" | "people" | "episodes">): Promise<Walk> {
  await unaudited(place.world.app.database.pool).query("delete from entitlement");
  return { ...place, given: place.people.map(() => []), held: [], outcomes: new Map() };
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

/** Gives a person a right to all series or to the first; seconds are counted from now. */
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

/** Takes a right away. Refunds revoke it, disputes suspend it and may be won; a viewer sees only whether it returns. */
export async function takeAway(walk: Walk, who: number, to: Given["state"]) {
  const { world, people } = walk;
  const at = world.app.clock.now();
  const set = {
    revoked: "revoked_at = $2 where visitor_id = $1 and revoked_at is null and suspended_at is null",
    suspended: "suspended_at = $2 where visitor_id = $1 and revoked_at is null and suspended_at is null",
    live: "suspended_at = null where visitor_id = $1 and revoked_at is null and $2::timestamptz is not null",
  }[to];
  await unaudited(world.app.database.pool).query(`update entitlement set ${set}`, [people[who]?.id, at]);
  const from = to === "live" ? "suspended" : "live";
  for (const right of walk.given[who] ?? []) if (right.state === from) right.state = to;
}

/** Requests an episode and stores the grants in the answer. The answer must match the oracle. */
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
  const shown = { code, addresses: text.includes("/media/v/"), next: (next?.hls ?? null) !== null };
  const open = may(episode);
  const leads = open && following !== undefined && may(following);
  expect(shown).toEqual({ code: open ? 200 : 402, addresses: open, next: leads });
  const limits = [
    hls && storeGrant(walk, who, episode, hls),
    next?.hls && following && storeGrant(walk, who, following, next.hls),
  ];
  const soonest = Math.min(...limits.filter((limit) => typeof limit === "number"));
  expect(open ? Date.parse(expiresAt) : 0).toBeLessThanOrEqual(soonest);
}

/** Stores a grant; returns the latest time at which it may open. */
function storeGrant(walk: Walk, viewer: number | null, episode: WalledEpisode, address: string): number {
  const known = Math.max(...rightsNow(walk, viewer, episode).map(({ to }) => to));
  const limit = Math.min(nowOf(walk) + 600_000, known);
  walk.held.push({ address, viewer, episode, limit });
  return limit;
}

/** A fetch of a file: by which grant, how it is edited, at which address, by whom. */
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

/** Fetches a file. The answer must match the oracle. */
export async function fetchFile(walk: Walk, step: Fetch): Promise<void> {
  const { world, people, episodes } = walk;
  // Prefers the newest grants, because older ones have mostly expired.
  const held = walk.held.at(-1 - (step.grant % Math.max(1, walk.held.length)));
  if (!held) return;
  const { episode, viewer, limit } = held;
  const names = [...episode.files.keys()];
  // Playlists are few among many segments, so half of the requests ask for one.
  const playlists = names.filter((name) => name.endsWith(".m3u8"));
  const from = step.file % 2 ? playlists : names;
  const file = from[step.file % from.length] ?? "";
  const bytes = episode.files.get(file) ?? Buffer.alloc(0);
  const other = episodes.find(({ id }) => id !== episode.id) ?? episode;
  const own = partsOf(held.address);
  // A key that was the newest until a moment ago: grants signed with it stay valid.
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
  const write = sameAddress[step.path] ?? invalidAddress[step.path];
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
  const shown = `${method} ${path} (${step.edit}, ${step.path})`;
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
  walk.outcomes.set(outcome, (walk.outcomes.get(outcome) ?? 0) + 1);
  // A grant opens for any holder, including one who received a copy, until it expires.
  const opened = step.behind && !isPlaylist ? "handed on" : range && !isPlaylist ? "part" : "whole";
  const expected = closed ? ["nothing"] : [opened];
  if (!closed && nowOf(walk) >= limit - 1000) expected.push("nothing"); // a grant counts whole seconds
  const start = step.at % bytes.length;
  expect(expected, `${shown}: ${answer.status}`).toContain(
    classifyAnswer(answer, { bytes, start, asset, file, method }),
  );
}

/** Classifies an answer: nothing, the whole file, the requested part, or an internal redirect for nginx. */
function classifyAnswer(
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
  if (!exposesMedia(answer)) return status >= 400 ? "nothing" : `nothing, with ${status}`;
  if (headers["x-accel-redirect"] === `/internal/assets/${asset}/${file}`) return "handed on";
  const whole = method === "HEAD" ? body.length === 0 : body.equals(bytes);
  if (status === 200 && whole) return "whole";
  return status === 206 && body.equals(bytes.subarray(start)) ? "part" : "something else";
}
