/** How many episodes in a row may follow by themselves before the player asks whether anybody is watching. */
const limit = 4;

/** Counts the episodes that followed by themselves since the viewer's last input. */
export interface Attendance {
  /** The viewer did something. */
  attended(): void;
  /** The next episode followed by itself. */
  continued(): void;
  /** Whether another one may follow without a question. */
  mayContinue(): boolean;
}

/** Begins to count. */
export function createAttendance(): Attendance {
  let inARow = 0;
  return {
    attended() {
      inARow = 0;
    },
    continued() {
      inARow += 1;
    },
    mayContinue: () => inARow < limit,
  };
}

/** Reports every input of the viewer, wherever in the page. Returns how to stop. */
export function followInputs(attended: () => void): () => void {
  const control = new AbortController();
  const options = { capture: true, passive: true, signal: control.signal };
  for (const name of ["pointerdown", "touchstart", "wheel", "keydown"] as const)
    document.addEventListener(name, attended, options);
  document.addEventListener(
    "pointermove",
    // Browsers also report a move where only the page under a resting mouse changed.
    ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0 ? attended() : undefined),
    options,
  );
  return () => control.abort();
}
