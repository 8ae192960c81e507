/** What went wrong before anybody could report it. */
const faults: unknown[] = [];
const kinds = ["error", "unhandledrejection"];
const note = (event: Event) => {
  faults.push("reason" in event ? event.reason : "error" in event ? event.error : event);
};

/** Keeps the faults of a page until the reports are there, which come after the first paint. */
export function bufferErrors(): void {
  for (const kind of kinds) addEventListener(kind, note);
}

/** The faults until now; from here on whoever asked minds them. */
export function takeBufferedErrors(): unknown[] {
  for (const kind of kinds) removeEventListener(kind, note);
  return faults.splice(0);
}
