import { newEventId } from "./event-id.ts";

/** An event of the app: a user's action or its outcome. */
export interface AppEvent {
  name: string;
  params: Readonly<Record<string, unknown>>;
  /** Created once and shared by all recipients (R98). */
  eventId: string;
  /** The page and the time of the event. */
  path: string;
  at: number;
}

/** The most events that wait for the listener. */
const MAX_WAITING = 100;
const waiting: AppEvent[] = [];
let listener: ((event: AppEvent) => void) | null = null;

/** Publishes an event. The caller does not depend on who listens, or whether anyone does. */
export function track(name: string, params: AppEvent["params"] = {}, eventId?: string): void {
  const at = Date.now();
  const event = { name, params, eventId: eventId ?? newEventId(name, at), path: location.pathname, at };
  if (listener) listener(event);
  else if (waiting.length < MAX_WAITING) waiting.push(event);
}

/** Sets the listener, which first receives the waiting events. */
export function onTrack(listen: (event: AppEvent) => void): void {
  listener = listen;
  for (const event of waiting.splice(0)) listen(event);
}
