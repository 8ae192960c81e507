import type { Route } from "@playwright/test";

/** Matches seconds six to eight of an episode, in every rendition. */
export const fifth = /\/v\d+-00004\.m4s$/;

/** Answers with a segment whose frames are damaged. */
export async function sendDamaged(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = await answer.body();
  const from = body.indexOf("mdat") + 4;
  for (let at = from; at < body.length; at += 1) body[at] = (at * 7919) % 256;
  await route.fulfill({ response: answer, body });
}
