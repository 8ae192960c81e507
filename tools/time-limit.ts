const factor = Number(process.env["TEST_PATIENCE"] ?? 1);
if (!(factor >= 1))
  throw new Error("TEST_PATIENCE multiplies the time limits of tests; give a number of at least 1.");

/**
 * Returns a test's time limit in milliseconds: the seconds that suffice on a quiet machine, multiplied by TEST_PATIENCE.
 * Use it for every limit that a test states itself, except where the time is what the test proves.
 */
export const timeLimit = (seconds: number): number => seconds * 1_000 * factor;
