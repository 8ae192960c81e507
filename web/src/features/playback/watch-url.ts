/** Returns the episode number of an address (`?ep=7`), null without one. */
export function episodeOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("ep") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}
