import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { documentedMetrics, root } from "#test/metrics";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

const run = promisify(execFile);
const folder = join(root, "deploy/prometheus");
const hasPromtool = await run("promtool", ["--version"]).then(
  () => true,
  () => false,
);

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary?: string; action?: string; runbook?: string };
}

async function readRules(): Promise<Rule[]> {
  const file = parse(await readFile(join(folder, "alerts.yml"), "utf8")) as { groups: { rules: Rule[] }[] };
  return file.groups.flatMap(({ rules }) => rules);
}

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
  panels?: Panel[];
}

async function readPanels(): Promise<Panel[]> {
  const text = await readFile(join(root, "deploy/grafana/cliffhanger.json"), "utf8");
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  return panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
}

/** Returns the metrics that an expression reads: every selector, without functions, labels and groupings. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, " ")
    .replaceAll(/\[[^\]]*\]/g, " ")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left)\s*\([^)]*\)/g, " ");
  const words = bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi);
  return [...words]
    .map(([, word = ""]) => word)
    .filter((word) => !/^(and|or|unless|by|bool|offset)$/.test(word));
}

/** Prometheus's own metric, and those of Node's collectors. */
const isForeign = (name: string) => name === "up" || /^(process|nodejs)_/.test(name);

/** Every name that `/metrics` exports for the documented metrics, which another test compares with it. */
async function exportedNames(): Promise<Set<string>> {
  const rows = await documentedMetrics();
  return new Set(
    rows.flatMap(({ metric, type }) =>
      type === "histogram" ? ["bucket", "sum", "count"].map((end) => `${metric}_${end}`) : [metric],
    ),
  );
}

test("O17: alerts and dashboard read only metrics that are exported", async () => {
  const exported = await exportedNames();
  const rules = await readRules();
  const targets = (await readPanels()).flatMap(({ targets: own = [] }) => own);
  expect(rules.length).toBeGreaterThan(10);
  expect(targets.length).toBeGreaterThan(10);
  for (const { expr } of [...rules, ...targets]) {
    const names = metricsOf(expr);
    expect(names.length, expr).toBeGreaterThan(0);
    for (const name of names) expect(isForeign(name) || exported.has(name), `${name} in ${expr}`).toBe(true);
  }
});

test("O17: the reader of expressions finds a metric that is not exported", () => {
  expect(metricsOf('sum by (le) (rate(made_up_bucket{a="b"}[5m])) / on (x) other_total > 0.5')).toEqual([
    "made_up_bucket",
    "other_total",
  ]);
});

test("O27: each alert says what happened, what to do, and has its section in docs/alerts.md", async () => {
  const page = await readFile(join(root, "docs/alerts.md"), "utf8");
  const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  const rules = await readRules();
  for (const { alert, annotations } of rules) {
    expect(annotations.summary, alert).toMatch(/\w{3}/);
    expect(annotations.action, alert).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    expect(headings, alert).toContain(alert);
  }
});

test("O41: docs/alerts.md names for each alert the real thing to break", async () => {
  const page = await readFile(join(root, "docs/alerts.md"), "utf8");
  for (const { alert } of await readRules()) {
    const [, section = ""] = page.split(`\n## ${alert}\n`);
    expect(section.split("\n## ")[0], alert).toContain("**To see it fire:**");
  }
});

test("O17: the dashboard has its four rows", async () => {
  const rows = (await readPanels()).filter(({ type }) => type === "row");
  expect(rows.map(({ title }) => title)).toEqual(["Viewers", "Money", "Background", "Machine"]);
});

test.skipIf(!hasPromtool)("O27: promtool accepts the alert rules (apt-get install prometheus)", async () => {
  const { stdout } = await run("promtool", ["check", "rules", "alerts.yml"], { cwd: folder });
  expect(stdout).toContain(`${(await readRules()).length} rules found`);
});

test.skipIf(!hasPromtool)(
  "O27: every alert fires on its condition and is silent just short of it, by promtool (apt-get install prometheus)",
  async () => {
    const files = ["alerts.test.yml", "alerts-day.test.yml"];
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
    const tests = texts.join("");
    for (const { alert } of await readRules()) {
      expect(tests).toContain(`name: ${alert} fires\n`);
      expect(tests).toContain(`name: ${alert} stays silent\n`);
    }
    const { stdout } = await run("promtool", ["test", "rules", ...files], { cwd: folder });
    expect(stdout.match(/SUCCESS/g)).toHaveLength(files.length);
  },
);
