/** Whether the person asked the browser to save data: nothing is fetched then that was not asked for. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
