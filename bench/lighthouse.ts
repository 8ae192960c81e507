import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { median, type Outcome, type Row } from "./measure.ts";
import { folder, isThere, run, startOurs } from "./processes.ts";

const ROUNDS = 3;
const ATTEMPTS = 3;
/** Lighthouse is not a package of the project, because only this file needs it and it has a hundred dependencies. */
const VERSION = "13.5.0";
const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Gateway keys for an installation of a benchmark, so that `/shopping` has something for sale. Nothing is paid, so no gateway is called. */
export const cards = {
  STRIPE_SECRET_KEY: "sk_test_lighthouse",
  STRIPE_PUBLISHABLE_KEY: "pk_test_lighthouse",
  STRIPE_WEBHOOK_SECRET: "whsec_lighthouse",
};

type Category = (typeof CATEGORIES)[number];

/** The parts of Lighthouse's report that are read. */
interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: { duration?: number }[] } }>;
  runtimeError?: { message: string };
}

/** Measures four pages on a phone with Lighthouse: their four scores and the loading times. */
export async function measure(): Promise<Outcome> {
  const without = (reason: string): Outcome => ({ rows: [], missing: [`lighthouse: ${reason}`], notes: [] });
  if (!(await isThere(CHROMIUM, "--version")))
    return without(
      "Chromium opens the pages. Install it: sudo apt-get install chromium, or name it in CHROMIUM_PATH",
    );
  const program = await lighthouse();
  if (!program)
    return without(
      `Lighthouse ${VERSION} could not be installed. See to it that npm reaches its registry, and try again`,
    );
  const catalogue = await openCatalogue("viewers", 0);
  const ours = await startOurs({ ...catalogue.env, ...cards }, { core: null });
  const rows: Row[] = [];
  const loads: number[] = [];
  for (const [name, path] of await pages(catalogue)) {
    const reports: Report[] = [];
    const bare: Report[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(loadavg()[0] ?? 0);
      const url = `http://127.0.0.1:${ours.port}${path}`;
      reports.push(await inspect(program, url, `visit ${name} ${round + 1}`));
      bare.push(await inspect(program, url, `visit ${name} without code ${round + 1}`, ["*.js"]));
    }
    rows.push(...rowsOf(name, reports, bare));
  }
  await ours.stop();
  await catalogue.close();
  const notes = [
    `Lighthouse ${VERSION} with its defaults: a mid-range phone, a simulated network of 1.6 Mbit/s with 150 ms, the processor slowed four times; the demo catalogue on this machine. The median of ${ROUNDS} visits each, with an empty cache.`,
    `The limit is the same page with none of its scripts, visited alternately with ours: the score and time on this machine before any code runs.`,
    `The load of the machine was ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} when a visit began; above 2 the times are unreliable. The reports are in cliffhanger-bench/lighthouse under the system's temporary folder.`,
  ];
  return { rows, missing: [], notes };
}

/** Installs Lighthouse in the benchmarks' folder and returns its path, or null if that fails. */
async function lighthouse(): Promise<string | null> {
  const home = await folder("lighthouse");
  const installed = join(home, "node_modules/lighthouse");
  const version = await readFile(join(installed, "package.json"), "utf8").then(
    (text) => (JSON.parse(text) as { version: string }).version,
    () => null,
  );
  const program = join(installed, "cli/index.js");
  if (version === VERSION) return program;
  console.log(`Installing Lighthouse ${VERSION}, once…`);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    await run("npm", ["install", "--prefix", home, `lighthouse@${VERSION}`, ...options]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return existsSync(program) ? program : null;
}

async function pages({ database }: Catalogue): Promise<[name: string, path: string][]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select series_id as id from episode where asset_id is not null order by series_id limit 1",
  );
  const id = rows[0]?.id ?? "";
  return [
    ["/", "/"],
    ["/videos/…", `/videos/${id}`],
    ["/search", "/search"],
    ["/shopping", "/shopping"],
  ];
}

/** Measures one visit with an empty cache, and repeats it if the recording fails, as it may on a busy machine. */
async function inspect(
  program: string,
  url: string,
  name: string,
  blocked: readonly string[] = [],
): Promise<Report> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await visit(program, url, name, blocked);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return visit(program, url, name, blocked);
}

async function visit(
  program: string,
  url: string,
  name: string,
  blocked: readonly string[],
): Promise<Report> {
  const file = join(await folder("lighthouse/reports"), `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.json`);
  await run(
    process.execPath,
    [
      program,
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=${FLAGS.join(" ")}`,
      "--no-enable-error-reporting",
      ...blocked.map((pattern) => `--blocked-url-patterns=${pattern}`),
    ],
    { env: { CHROME_PATH: CHROMIUM } },
  );
  const report = JSON.parse(await readFile(file, "utf8")) as Report;
  if (report.runtimeError)
    throw new Error(`Lighthouse could not open ${url}: ${report.runtimeError.message}`);
  return report;
}

/** Returns the longest task on the simulated phone; Lighthouse lists those from 50 ms. */
function longestTask({ audits }: Report): number {
  return Math.max(0, ...(audits["long-tasks"]?.details?.items ?? []).map(({ duration = 0 }) => duration));
}

function rowsOf(page: string, reports: Report[], bare: Report[]): Row[] {
  const row = (what: string, unit: string, goal: Row["goal"], ours: number, limit: number | null): Row => ({
    what: `${page} ${what}`,
    unit,
    ours,
    limit,
    ratio: null,
    goal,
  });
  const score = (of: Report[], category: Category) =>
    median(of.map(({ categories }) => (categories[category].score ?? Number.NaN) * 100));
  const audit = (of: Report[], name: string, scale = 1) =>
    median(of.map(({ audits }) => (audits[name]?.numericValue ?? Number.NaN) * scale));
  const paintOf = (report: Report | undefined) =>
    (report?.audits["largest-contentful-paint"]?.numericValue ?? Number.NaN) * 1e-3;
  const largest = [median(reports.map(paintOf)), median(bare.map(paintOf))] as const;
  const felt = (what: string, unit: string, atMost: number, name: string, scale = 1) =>
    row(what, unit, { atMost }, audit(reports, name, scale), audit(bare, name, scale));
  return [
    ...CATEGORIES.map((category) =>
      row(
        category.replace("-", " "),
        "of 100",
        { atLeast: 95 },
        score(reports, category),
        category === "performance" ? score(bare, category) : null,
      ),
    ),
    felt("largest paint", "s", 1.4, "largest-contentful-paint", 1e-3),
    {
      ...row("largest paint, ratio", "s", { ratioAtMost: 1.05 }, ...largest),
      ratio: median(reports.map((report, round) => paintOf(report) / paintOf(bare[round]))),
    },
    felt("blocking time", "ms", 50, "total-blocking-time"),
    row(
      "longest task",
      "ms",
      { atMost: 60 },
      median(reports.map(longestTask)),
      median(bare.map(longestTask)),
    ),
    felt("layout shift", "", 0.02, "cumulative-layout-shift"),
  ];
}
