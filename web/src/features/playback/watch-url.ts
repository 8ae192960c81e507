/** The episode number that an address asks for (`?ep=7`), null when it asks for none. */
export function episodeOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("ep") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** The position in seconds that an address asks for (`?t=42`), null when it asks for none. */
export function positionOf(search: string): number | null {
  const asked = new URLSearchParams(search).get("t");
  const seconds = Number(asked);
  return asked && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
