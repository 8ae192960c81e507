import { expect, test } from "vitest";
import { joinReports, readPlaywright, readVitest } from "./test-reports.ts";

const test1 = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
});

test("vitest's report gives passed, failed and skipped tests, and those that passed only at the second attempt", () => {
  const report = {
    numPassedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: "fine.test.ts",
        status: "passed",
        message: "",
        assertionResults: [test1("steady", "passed"), test1("shaky", "passed", ["no"])],
      },
      {
        name: "faulty.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          test1("broken", "failed", ["no"]),
          test1("caddy", "skipped"),
          test1("later", "todo"),
        ],
      },
    ],
  };
  expect(readVitest(report)).toEqual({
    summary: { passed: 2, failed: 1, skipped: 2 },
    failures: ["broken"],
    retried: ["shaky"],
    skips: ["caddy", "later"],
  });
});

test("H30: a file that fails outside its tests counts as a failure, whether it loads or not", () => {
  const report = {
    numPassedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: "unreadable.test.ts", status: "failed", message: "", assertionResults: [] },
      {
        name: "open.test.ts",
        status: "failed",
        message: "",
        assertionResults: [test1("fine in a file that leaves a pool open", "passed")],
      },
    ],
  };
  const { summary, failures } = readVitest(report);
  expect(summary).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(failures).toEqual(["unreadable.test.ts", "open.test.ts"]);
});

test("Playwright's report names the flaky tests at any depth", () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        specs: [spec("fine", "expected"), spec("broken", "unexpected")],
        suites: [{ specs: [spec("shaky", "flaky"), spec("absent", "skipped")] }],
      },
    ],
  };
  expect(readPlaywright(report)).toEqual({
    summary: { passed: 2, failed: 1, skipped: 1 },
    failures: ["broken"],
    retried: ["shaky"],
    skips: ["absent"],
  });
});

test("the reports of several runs are joined: each test counts once, and a failure of any run is one of the whole", () => {
  const run = (name: string, status: string) => ({
    numPassedTests: status === "passed" ? 1 : 0,
    numPendingTests: status === "skipped" ? 1 : 0,
    numTodoTests: 0,
    testResults: [{ name: `${name}.test.ts`, status, message: "", assertionResults: [test1(name, status)] }],
  });
  const joined = joinReports([run("first", "passed"), run("second", "failed"), run("third", "skipped")]);
  expect(readVitest(joined)).toEqual({
    summary: { passed: 1, failed: 1, skipped: 1 },
    failures: ["second"],
    retried: [],
    skips: ["third"],
  });
  expect(readVitest(joinReports([])).summary).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
