/** A test's title and where it stands, such as `server/src/playback/grants.test.ts:12`. */
export type TestTitle = { title: string; place: string };

// it("…"), test.each(…)("…") and describe("…"): a title is the first text in the brackets.
const calls =
  /\b(?:it|test|describe)\b(?:\.\w+)*(?:\([^"'`]*?\)|\(\[[\s\S]*?\](?:\s*as const)?,?\s*\))?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The titles in a test file, those of groups too. */
export function titlesOf(path: string, text: string): TestTitle[] {
  return [...text.matchAll(calls)].map(({ 2: title = "", index }) => ({
    title,
    place: `${path}:${text.slice(0, index).split("\n").length}`,
  }));
}
