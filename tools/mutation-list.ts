import type { VitestReport } from "./test-reports.ts";

/** Path of the list of mutations. */
export const MUTATION_LIST = ".ci/mutations.tsv";

/** A deliberate fault in a production rule, and the test that must notice it. */
export interface Mutation {
  no: number;
  /** The rule, in plain English. */
  rule: string;
  file: string;
  /** The text to replace; it occurs once in the file. */
  find: string;
  replace: string;
  /** The vitest project of the tests. */
  project: string;
  /** Paths of the test files. */
  tests: string[];
  /** The title of the test that must fail, or a part of it. */
  caughtBy: string;
}

/** The result of a mutation: the named test failed, or it survived. */
export interface Outcome {
  isCaught: boolean;
  /** How the test failed, so that a time-out on a busy machine is seen; what failed instead, or why nothing did. */
  remark: string;
}

const COLUMNS = "no\trule\tfile\tfind\treplace\tproject\ttests\tcaught by";

/** Reads the list. In a cell `\n` is a line break; several test files are separated by spaces. */
export function readMutations(text: string): Mutation[] {
  const [header, ...lines] = text.trimEnd().split("\n");
  if (header !== COLUMNS)
    throw new Error(`${MUTATION_LIST}: its first row must name the columns: ${COLUMNS}`);
  return lines.map((line) => {
    const cells = line.split("\t").map((cell) => cell.replaceAll("\\n", "\n"));
    const [no, rule = "", file = "", find = "", replace = "", project = "", tests = "", caughtBy = ""] =
      cells;
    return { no: Number(no), rule, file, find, replace, project, tests: tests.split(" "), caughtBy };
  });
}

/** Returns the text with the mutation applied. Throws unless the text to find occurs once. */
export function mutate({ no, file, find, replace }: Mutation, text: string): string {
  const count = text.split(find).length - 1;
  if (find === "" || count !== 1)
    throw new Error(`${MUTATION_LIST}: the text of ${no} occurs ${count} times in ${file}, instead of once`);
  return text.replace(find, () => replace);
}

/**
 * Returns the result of a mutation by vitest's report; null if vitest left none. A failure outside the tests does not count: a
 * mutation that breaks the syntax proves nothing.
 */
export function outcomeOf({ caughtBy }: Pick<Mutation, "caughtBy">, report: VitestReport | null): Outcome {
  if (!report) return { isCaught: false, remark: "vitest left no report" };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed");
  const named = failed.find(({ fullName }) => fullName.includes(caughtBy));
  if (named) return { isCaught: true, remark: named.failureMessages[0]?.split("\n", 1)[0] ?? "" };
  const names = failed.map(({ fullName }) => fullName).join("; ");
  if (names !== "") return { isCaught: false, remark: `only other tests failed: ${names}` };
  const passed = tests.filter(({ status }) => status === "passed").length;
  if (passed > 0) return { isCaught: false, remark: `${passed} tests passed` };
  const reason = report.testResults.map(({ message }) => message).find((message) => message !== "");
  return { isCaught: false, remark: `no test ran: ${reason?.split("\n", 1)[0] ?? "no file matched"}` };
}
