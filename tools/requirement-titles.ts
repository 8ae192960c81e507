/** A test's title and its place, such as `server/src/playback/grants.test.ts:12`. */
export type TestTitle = { title: string; place: string };

// it("…"), test.each(…)("…") and describe("…"): the title is the first string.
const calls =
  /\b(?:it|test|describe)\b(?:\.\w+)*(?:\([^"'`]*?\)|\(\[[\s\S]*?\](?:\s*as const)?,?\s*\))?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Returns the titles of the tests and groups in a test file. */
export function titlesOf(path: string, text: string): TestTitle[] {
  return [...text.matchAll(calls)].map(({ 2: title = "", index }) => ({
    title,
    place: `${path}:${text.slice(0, index).split("\n").length}`,
  }));
}
