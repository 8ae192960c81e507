/** The errors that occurred before error reporting was loaded. */
const errors: unknown[] = [];
const kinds = ["error", "unhandledrejection"];
const note = (event: Event) => {
  errors.push("reason" in event ? event.reason : "error" in event ? event.error : event);
};

/** Buffers errors until error reporting is loaded, which happens after the first paint. */
export function bufferErrors(): void {
  for (const kind of kinds) addEventListener(kind, note);
}

/** Returns the buffered errors and stops buffering. */
export function takeBufferedErrors(): unknown[] {
  for (const kind of kinds) removeEventListener(kind, note);
  return errors.splice(0);
}
