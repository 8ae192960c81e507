import type { Episode } from "@cliffhanger/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { rendered } from "../../../test/rendered.ts";
import { ApiError } from "../../lib/api.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import { createPlayer } from "./player-store.ts";
import { playableQuery } from "./queries.ts";
import { type Playback, usePlayback } from "./use-playback.ts";

const episode = { id: "e1", number: 1, locked: false, duration: 90, progress: null } as Episode;
const { queryKey } = playableQuery(episode.id, "en");

/** Returns the playback of an episode by what a client has cached. */
function playbackIn(client: QueryClient): Playback {
  const player = createPlayer(
    () => Promise.reject(new Error("Nothing plays here.")),
    createVisitStore(() => null),
    { episodes: [episode], episodeId: episode.id },
  );
  const place = { player, episode, list: [episode], at: 0, resumes: true, navigate: () => undefined };
  return rendered(() => usePlayback(place), client);
}

/** Has the server refuse what is asked next, as a renewal of the grant asks. */
async function fail(client: QueryClient, code: number): Promise<void> {
  const refused = client.fetchQuery({
    queryKey,
    queryFn: () => Promise.reject(new ApiError(code, "")),
    staleTime: 0,
    retry: false,
  });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
}

test("R14: an episode that plays goes on in sight where a new grant could not be fetched", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, { ...episode, playback: { captions: [], storyboard: null } } as never);
  await fail(client, 0);
  expect(playbackIn(client)).toMatchObject({ failed: false, locked: false });
  await fail(client, 402);
  expect(playbackIn(client), "the right to it has ended").toMatchObject({ failed: false, locked: true });
});

test("R14: an episode that the server never answered about has failed", async () => {
  const client = new QueryClient();
  await fail(client, 503);
  client.setQueryDefaults(queryKey, { retryOnMount: false });
  expect(playbackIn(client)).toMatchObject({ failed: true, locked: false });
});

test("R14: the list is outdated where the server refuses what it shows as open, or has it no longer: withdrawn while it plays", async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, { ...episode, playback: { captions: [], storyboard: null } } as never);
  const outdated: [number, boolean][] = [];
  for (const code of [0, 503, 402, 404]) {
    await fail(client, code);
    outdated.push([code, playbackIn(client).outdated]);
  }
  expect(outdated).toEqual([
    [0, false],
    [503, false],
    [402, true],
    [404, true],
  ]);
});
