import type { PlayableEpisode } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountState, accountStates } from "#test/paywall-states";
import { exposesMedia, kindOf, openWorld, type WalledEpisode, type World } from "#test/paywall-world";
import { makeGuest, makeMember, type Person } from "#test/people";
import { timeLimit } from "../../tools/time-limit.ts";

/** Who may watch the locked episodes of the first series and of the other one, written by hand from R46 and R47. */
const opens: Record<AccountState | "nobody" | "a guest", [bought: boolean, other: boolean]> = {
  nobody: [false, false],
  "a guest": [false, false],
  "never bought anything": [false, false],
  "order not paid": [false, false],
  active: [true, true],
  "past due, in grace": [true, true],
  "cancelled, before the end": [true, true],
  "cancelled, after the end": [false, false],
  expired: [false, false],
  "paid from tomorrow": [false, false],
  "membership refunded": [false, false],
  "membership disputed": [false, false],
  "bought this series": [true, false],
  "purchase refunded": [false, false],
  "purchase disputed": [false, false],
  "bought another series": [false, true],
  "bought again after a refund": [true, false],
  "expired, but bought this series": [true, false],
  "granted days": [true, true],
  "granted this series": [true, false],
  "grant taken back": [false, false],
};

let world: World;
const people = new Map<string, Person | null>();
/**
 * One of each kind: the free one, the first locked one, the last, one published after the purchase, and one of another
 * series.
 */
let episodes: [what: string, episode: WalledEpisode][];

beforeAll(async () => {
  world = await openWorld();
  const { app, bought, other } = world;
  const series = { bought: bought[0]?.seriesId ?? "", other: other[0]?.seriesId ?? "" };
  people.set("nobody", null).set("a guest", await makeGuest(app));
  for (const [state, enter] of Object.entries(accountStates)) {
    const person = await makeMember(app);
    await enter(app, person.id, series);
    people.set(state, person);
  }
  app.clock.advance(3600);
  const future = await world.publishAnother();
  const [free, firstLocked, last] = bought;
  const [, ofOtherSeries] = other;
  if (!free || !firstLocked || !last || !ofOtherSeries)
    throw new Error("The demo series are shorter than they were.");
  episodes = [
    ["the free one", free],
    ["the first locked one", firstLocked],
    ["the last one", last],
    ["one published after the purchase", future],
    ["another series'", ofOtherSeries],
  ];
}, timeLimit(120));
afterAll(() => world.close());

const may = (state: string, what: string) =>
  what === "the free one" || (opens[state as AccountState]?.[what === "another series'" ? 1 : 0] ?? false);

/** Every file is asked for as these, and with ALL_TESTS as everybody: no right, a right to all, and one to a single series. */
const thorough = process.env["ALL_TESTS"] ? Object.keys(opens) : ["nobody", "active", "bought this series"];

/** Returns the files of an episode that are asked for as somebody: all of them, or one of each kind, another one for each state. */
function filesFor(state: string, files: ReadonlyMap<string, Buffer>): [string, Buffer][] {
  if (thorough.includes(state)) return [...files];
  const turn = Object.keys(opens).indexOf(state);
  return Object.values(Object.groupBy(files, ([file]) => kindOf(file))).flatMap((ofKind = []) =>
    ofKind.slice(turn % ofKind.length).slice(0, 1),
  );
}

type Listed = { playing: PlayableEpisode | null };
type Played = { code: number; info: Partial<PlayableEpisode> & { offer?: { seriesId: string } } };

async function ask<T>(state: string, query: string): Promise<T> {
  const url = `/api/video/episode?${query}`;
  const person = people.get(state);
  return (person ? await person.call("GET", url) : (await world.app.http.inject(url)).json()) as T;
}

const play = (state: string, { id }: WalledEpisode) => ask<Played>(state, `id=${id}`);

test("the addresses under test cover every kind of file of an asset", () => {
  const kinds = new Set(episodes.flatMap(([, { files }]) => [...files.keys()].map(kindOf)));
  expect([...kinds].toSorted()).toEqual([
    "I-frame init",
    "I-frame playlist",
    "I-frame segment",
    "captions",
    "init segment",
    "media playlist",
    "multivariant playlist",
    "segment",
    "storyboard.jpg",
    "storyboard.vtt",
  ]);
});

describe.each(Object.keys(opens))("R47, T01: for %s", (state) => {
  test("an episode plays only as the rule says, and a locked one comes with the offer and without an address", async () => {
    for (const [what, episode] of episodes) {
      const { code, info } = await play(state, episode);
      const open = may(state, what);
      const { hls, next } = info.playback ?? {};
      const following = episodes.find(([, { id }]) => id === next?.id);
      const leads = open && following !== undefined && may(state, following[0]);
      expect(
        {
          code,
          locked: info.locked ?? true,
          plays: hls?.includes(`/${episode.assetId}/index.m3u8`) ?? false,
          addresses: JSON.stringify(info).includes("/media/v/"),
          offer: info.offer?.seriesId,
          next: following && next ? [next.locked, next.hls !== null] : null,
        },
        what,
      ).toEqual({
        code: open ? 200 : 402,
        locked: !open,
        plays: open,
        addresses: open,
        offer: open ? undefined : episode.seriesId,
        next: following ? [!leads, leads] : null,
      });
    }
  });

  test("the list contains grants for open episodes only, and the small files as they are served", async () => {
    for (const [what, episode] of episodes) {
      const { seriesId, number, files } = episode;
      const { data } = await ask<{ data: Listed }>(state, `seriesId=${seriesId}&play=${number}`);
      const open = may(state, what);
      expect([data.playing?.id ?? null, JSON.stringify(data).includes("/media/v/")], what).toEqual([
        open ? episode.id : null,
        open,
      ]);
      const { playlists, inits } = data.playing?.playback.startup ?? { playlists: {}, inits: {} };
      const exposed = [...Object.entries(playlists), ...Object.entries(inits)];
      expect(exposed.length > 2, what).toBe(open);
      for (const [file, text] of exposed) {
        const encoding = file.endsWith(".m3u8") ? "utf8" : "base64";
        expect(files.get(file)?.equals(Buffer.from(text, encoding)), file).toBe(true);
      }
    }
  });

  test("every byte of an open episode is served with its grant, by GET, HEAD and Range, from either node", async () => {
    for (const [what, episode] of episodes) {
      if (!may(state, what)) continue;
      const hls = (await play(state, episode)).info.playback?.hls ?? "";
      for (const [file, bytes] of filesFor(state, episode.files)) {
        const path = hls.replace("index.m3u8", file);
        const whole = await world.ask(path);
        expect(whole.status, path).toBe(200);
        expect(whole.body.equals(bytes), file).toBe(true);
        const head = await world.ask(path, { method: "HEAD" });
        expect([head.status, head.headers["content-length"]], file).toEqual([200, String(bytes.length)]);
        if (file.endsWith(".m3u8")) continue;
        const part = await world.ask(path, { headers: { range: "bytes=3-9" } });
        expect(part.status, file).toBe(206);
        expect(part.body.equals(bytes.subarray(3, 10)), file).toBe(true);
        const handed = await world.ask(path, { behind: true });
        expect(handed.headers["x-accel-redirect"]).toBe(`/internal/assets/${episode.assetId}/${file}`);
      }
    }
  });

  test("no byte of a locked episode is served, without a grant or with the viewer's grant for another episode", async () => {
    const [free] = episodes[0]?.slice(1) ?? [];
    const mine = (await play(state, free as WalledEpisode)).info.playback?.hls.split("/")[3] ?? "";
    for (const [what, { assetId, files }] of episodes) {
      if (may(state, what)) continue;
      for (const [file] of filesFor(state, files)) {
        for (const path of [`/media/v/${mine}/${assetId}/${file}`, `/media/v/${assetId}/${file}`]) {
          for (const behind of [false, true]) {
            for (const sent of [{}, { method: "HEAD" }, { headers: { range: "bytes=0-9" } }]) {
              const answer = await world.ask(path, { ...sent, behind });
              expect(answer.status, path).toBe(403);
              expect(exposesMedia(answer), path).toBe(false);
            }
          }
        }
      }
    }
  });
});
