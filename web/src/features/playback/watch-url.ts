/** Returns the episode number of an address (`?ep=7`), null without one. */
export function episodeOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("ep") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** Returns the position in seconds of an address (`?t=42`), null without one. */
export function positionOf(search: string): number | null {
  const requested = new URLSearchParams(search).get("t");
  const seconds = Number(requested);
  return requested && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
