import { newEventId } from "./event-id.ts";

/** Something that a person did, or that came of it. */
export interface Happening {
  name: string;
  params: Readonly<Record<string, unknown>>;
  /** Made once, and used by everybody who is told (R98). */
  eventId: string;
  /** Where it happened, and when. */
  path: string;
  at: number;
}

/** What waits at most until somebody listens. */
const most = 100;
const waiting: Happening[] = [];
let listener: ((one: Happening) => void) | null = null;

/** Says that something happened. Whoever says so need not know who wants to hear it, nor whether anybody does. */
export function track(name: string, params: Happening["params"] = {}, eventId?: string): void {
  const at = Date.now();
  const one = { name, params, eventId: eventId ?? newEventId(name, at), path: location.pathname, at };
  if (listener) listener(one);
  else if (waiting.length < most) waiting.push(one);
}

/** Hears of all that happens from now on, and of what has not been heard yet. */
export function onTrack(listen: (one: Happening) => void): void {
  listener = listen;
  for (const one of waiting.splice(0)) listen(one);
}
