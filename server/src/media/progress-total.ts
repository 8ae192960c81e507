/** Size and progress of one file. */
export interface Part {
  bytes: number;
  percent: number;
}

/** Combined progress of all files, weighted by bytes. `secondsLeft` is null while unknown. */
export interface Total {
  percent: number;
  secondsLeft: number | null;
}

const FIRST_GUESS_SECONDS = 3;

/** Creates the function that computes the total; `now` is a monotonic clock in milliseconds. */
export function openTotal(now: () => number): (parts: readonly Part[]) => Total {
  let start: { at: number; percent: number } | null = null;
  return (parts) => {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const done = parts.reduce((sum, part) => sum + (part.bytes * part.percent) / 100, 0);
    const percent = bytes > 0 ? (done / bytes) * 100 : 0;
    start ??= { at: now(), percent };
    const seconds = (now() - start.at) / 1000;
    const gained = percent - start.percent;
    if (seconds < FIRST_GUESS_SECONDS || gained <= 0) return { percent, secondsLeft: null };
    return { percent, secondsLeft: ((100 - percent) / gained) * seconds };
  };
}
