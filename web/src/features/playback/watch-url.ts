/** Returns the episode number of an address (`?ep=7`), null without one. */
export function episodeOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("ep") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** Returns the same where the series has such an episode, else null. */
export function episodeIn(search: string, list: readonly { number: number }[]): number | null {
  const named = episodeOf(search);
  return list.some(({ number }) => number === named) ? named : null;
}
