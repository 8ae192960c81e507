/** If a change affects more than this share of the test files, the file that affects the most is named. */
export const LARGEST_SHARE = 0.6;

/** Test files that run together. The time is looked at before each group. */
const GROUP = 6;

/**
 * Orders test files by how near they are to a change: by how many folders a test file's path has in common with that of a
 * changed file, from the root on. Test files that are equally near keep their order.
 */
export function nearestFirst<Test extends { path: string }>(
  tests: readonly Test[],
  changed: readonly string[],
): Test[] {
  const nearness = ({ path }: Test) => Math.max(0, ...changed.map((other) => foldersInCommon(path, other)));
  return tests.toSorted((one, other) => nearness(other) - nearness(one));
}

function foldersInCommon(one: string, other: string): number {
  const [folders, others] = [one.split("/").slice(0, -1), other.split("/").slice(0, -1)];
  const apart = folders.findIndex((name, index) => name !== others[index]);
  return apart === -1 ? folders.length : apart;
}

/**
 * Runs test files in their order, a few at a time, as long as `mayBegin` answers true; the first ones run in any case. Returns
 * how many ran.
 */
export async function runInGroups<Test>(
  tests: readonly Test[],
  run: (group: Test[]) => Promise<void>,
  mayBegin: () => boolean,
): Promise<number> {
  let ran = 0;
  while (ran < tests.length && (ran === 0 || mayBegin())) {
    const group = tests.slice(ran, ran + GROUP);
    await run(group);
    ran += group.length;
  }
  return ran;
}

/**
 * Returns a sentence that names the file because of which a change affects most of the test files; undefined if it does not.
 * `reachOf` returns how many test files one changed file affects.
 */
export async function widestCause(
  counts: { affected: number; all: number },
  changed: readonly string[],
  reachOf: (path: string) => Promise<number>,
): Promise<string | undefined> {
  const { affected, all } = counts;
  if (all === 0 || affected / all <= LARGEST_SHARE) return undefined;
  let widest = { path: "", reach: 0 };
  for (const path of changed) {
    const reach = await reachOf(path);
    if (reach > widest.reach) widest = { path, reach };
  }
  const share = Math.round((affected / all) * 100);
  const cause =
    widest.path === "" ? "The change" : `${widest.path} alone affects ${widest.reach}; the change`;
  return `${cause} affects ${share} % of ${all} test files.`;
}
