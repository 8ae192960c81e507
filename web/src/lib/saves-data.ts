/** Returns whether the user asked the browser to save data: then nothing is prefetched. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
