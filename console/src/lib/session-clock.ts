import { useSyncExternalStore } from "react";
import { noteServerTime, serverNow } from "./server-clock.ts";

/** When the session of this browser ends, in milliseconds of the server's clock. */
export interface SessionTimes {
  /** Without use. */
  idleEndsAt: number;
  /** In any case. */
  endsAt: number;
}

interface State {
  times: SessionTimes | null;
  ended: boolean;
}

let state: State = { times: null, ended: false };
/** The session that this tab knows. */
let sessionId = "";
/** How long the session lasts without use. */
let idleMs = 0;
const listeners = new Set<() => void>();
let takeNewer: (() => void) | null = null;
/** Tells other tabs which session was used: it is the same for all. A later one has a greater id. */
const channel = new BroadcastChannel("console-session");
channel.addEventListener("message", ({ data }: MessageEvent<string>) => {
  if (data === sessionId) extend();
  else if (data > sessionId && state.times !== null) takeNewer?.();
});

/** Sets what happens when a later sign-in at another tab has taken the place of this tab's. Returns a function that unsets it. */
export function answerNewerSession(take: () => void): () => void {
  takeNewer = take;
  return () => {
    takeNewer = null;
  };
}

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function extend(): void {
  if (state.times !== null) set({ ...state, times: { ...state.times, idleEndsAt: serverNow() + idleMs } });
}

/** Notes the times that the server named, by its own clock, for the session; it runs. */
export function noteSession(session: { id: string; now: string; idleEndsAt: string; endsAt: string }): void {
  noteServerTime(session.now);
  sessionId = session.id;
  const times = { idleEndsAt: Date.parse(session.idleEndsAt), endsAt: Date.parse(session.endsAt) };
  idleMs = times.idleEndsAt - Date.parse(session.now);
  set({ times, ended: false });
}

/** Notes that a call was answered, which keeps the session open. */
export function noteUse(): void {
  extend();
  channel.postMessage(sessionId);
}

/** Notes that the server refused a call because the session is over. */
export function noteSessionEnd(): void {
  if (state.times !== null) set({ ...state, ended: true });
}

/** Forgets the session, after signing out. */
export function forgetSession(): void {
  set({ times: null, ended: false });
}

/** Returns the times of the session, null before sign-in, and whether the server said that it is over. */
export function useSessionClock(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
