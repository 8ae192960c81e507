/** If a change affects more than this share of the test files, the whole suite runs. */
export const LARGEST_SHARE = 0.6;

/** The tests to run after a change. */
export type Decision = { run: "affected" } | { run: "all"; because: string };

/**
 * Decides between the affected test files and all of them. `reachOf` returns how many test files one changed file affects; it is
 * called only if all run, to name the file that causes it.
 */
export async function decide(
  counts: { affected: number; all: number },
  changed: readonly string[],
  reachOf: (path: string) => Promise<number>,
): Promise<Decision> {
  const { affected, all } = counts;
  if (all === 0 || affected / all <= LARGEST_SHARE) return { run: "affected" };
  let widest = { path: "", reach: 0 };
  for (const path of changed) {
    const reach = await reachOf(path);
    if (reach > widest.reach) widest = { path, reach };
  }
  const share = Math.round((affected / all) * 100);
  const cause =
    widest.path === "" ? "The change" : `${widest.path} alone affects ${widest.reach}; the change`;
  return { run: "all", because: `${cause} affects ${share} % of ${all} test files, so all of them run.` };
}
