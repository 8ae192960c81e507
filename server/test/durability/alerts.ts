import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Engine, startEngine } from "../../../tools/engine.ts";
import { timeLimit } from "../../../tools/time-limit.ts";
import { type Break, early, fill, groups, last, type Mend, slow } from "./alerts/breaks.ts";
import { type Alarms, alarmsOf } from "./alerts/prometheus.ts";
import { type Proof, writeProofs } from "./alerts/report.ts";
import { shorten } from "./alerts/rules.ts";
import { openSite, type Site } from "./alerts/site.ts";
import { memberAt, openTraffic, order, pay } from "./alerts/visitor.ts";

/**
 * Breaks a running site in every way that `deploy/prometheus/alerts.yml` has an alert for, and waits for each alert in a running
 * Prometheus (O41):
 *
 *     npm run test:soak -- alerts [--out FILE] [--only ALERT,ALERT]
 *
 * Expressions are as shipped; only their waiting times are shorter. Exits with 1 when an alert does not fire. Is skipped
 * without Prometheus, and needs root for the small disks.
 */
const { values } = parseArgs({
  options: { out: { type: "string" }, only: { type: "string" } },
});
const only = values.only?.split(",");
/** The ledger is summed every five minutes. */
const LEDGER_MS = timeLimit(400);
/** These need a replica, which replica.ts has: it pauses the replay of one (O34). */
const provedElsewhere = ["ReplicaBehind"];
/** How long nothing may fire while nothing is broken. */
const QUIET_MS = 30_000;

const began = performance.now();
const root = join(import.meta.dirname, "../../..");
const rules = shorten(readFileSync(join(root, "deploy/prometheus/alerts.yml"), "utf8"));
const scratch = mkdtempSync(join(tmpdir(), "cliffhanger-alerts-"));
const proofs: Proof[] = [];
let engine: Engine | undefined;
let site: Site | undefined;
let isSkipped = false;
try {
  let refill: () => void = () => undefined;
  site = await openSite((temporary) => {
    refill = fill(temporary);
  });
  const file = join(scratch, "alerts.yml");
  writeFileSync(file, rules.text, { mode: 0o644 });
  const targets = [...site.web, site.worker].map(({ metrics }) => metrics);
  const started = startEngine("prometheus", { RULES: file, TARGETS: targets.join(",") });
  if ("missing" in started) {
    console.log(started.missing);
    isSkipped = true;
  } else {
    engine = started;
    const alarms = alarmsOf(engine.settings["PROMETHEUS_URL"] ?? "");
    await breakAll(site, alarms, refill);
  }
} catch (error) {
  proofs.push({ title: "the site runs", what: "", fault: String((error as Error).stack), seconds: 0 });
} finally {
  engine?.down();
  await site?.close();
  rmSync(scratch, { recursive: true, force: true });
}
end();

async function breakAll(here: Site, alarms: Alarms, mendTemporary: () => void): Promise<void> {
  const { origin: first } = here.web[0];
  const { origin: second } = here.web[1];
  const buyer = await memberAt(second);
  await pay(buyer, await order(buyer));
  const traffic = await openTraffic([first, second]);
  try {
    while (!(await alarms.isScraping(3))) await pause(500);
    await Promise.all(early.map((fault) => prove(here, alarms, fault)));
    await attempt(
      "no alert fires while nothing is broken",
      "the disk is emptied and a drill is run",
      async () => {
        mendTemporary();
        const { code, output } = await here.command("backup-command.ts", ["--drill"]);
        if (code !== 0) throw new Error(`the drill failed: ${output}`);
        await alarms.ends(rules.alerts);
        for (const until = performance.now() + QUIET_MS; performance.now() < until; await pause(500)) {
          const firing = await alarms.firing();
          if (firing.size > 0) throw new Error([...firing].map((entry) => entry.join(" ")).join(", "));
        }
        const faulty = await alarms.faulty();
        if (faulty.length > 0) throw new Error(faulty.join(", "));
      },
    );
    const all = async (faults: readonly Break[]) => {
      const chosen = faults.filter(({ alert }) => !only || only.includes(alert));
      const mends: Mend[] = [];
      await Promise.all(chosen.map((fault) => prove(here, alarms, fault, mends)));
      for (const mend of mends) await mend();
      for (const { origin } of here.web)
        while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await pause(500);
    };
    const lasting = all(slow);
    for (const group of groups) await all(group);
    await lasting;
    for (const group of last) await all(group);
  } finally {
    traffic.stop();
  }
}

/** Breaks something and waits for its alert. Without `mends`, it has been broken from the start. */
async function prove(
  here: Site,
  alarms: Alarms,
  { alert, what, log, run }: Break,
  mends?: Mend[],
): Promise<void> {
  await attempt(alert, what, async () => {
    if (mends) {
      // It may fire for a former fault, or because this machine is busy.
      await alarms.ends([alert]);
      await run(here, mends);
    }
    await alarms.fires(alert, alert === "LedgerUnbalanced" ? LEDGER_MS : undefined);
    const logs = [...here.web, here.worker].map((one) => one.log());
    if (log && !logs.some((text) => text.includes(log))) throw new Error(`no log says "${log}"`);
  });
}

async function attempt(title: string, what: string, work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  const fault = await work().then(
    () => null,
    (error: unknown) => String((error as Error).message),
  );
  const seconds = (performance.now() - from) / 1000;
  proofs.push({ title, what, fault, seconds });
  console.log(
    `${fault === null ? "ok    " : "FAILED"} ${title}: ${what}, ${Math.round(seconds)} s${fault === null ? "" : `: ${fault}`}`,
  );
}

/** Says how it ended; an alert without a fault is a failure, not a silence. */
function end(): never {
  if (isSkipped) {
    console.log("0 passed, 0 failed, 1 skipped");
    process.exit(0);
  }
  for (const alert of rules.alerts)
    if (!only && !provedElsewhere.includes(alert) && !proofs.some(({ title }) => title === alert))
      proofs.push({ title: alert, what: "", fault: "nothing was broken for it", seconds: 0 });
  const failed = proofs.filter(({ fault }) => fault !== null);
  for (const { title, fault } of failed) console.log(`FAILED ${title}: ${fault}`);
  const out = values.out ?? (only ? null : join(root, "docs/soak.md"));
  if (out)
    writeProofs(out, { proofs, changes: rules.changes, minutes: (performance.now() - began) / 60_000 });
  console.log(`${proofs.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length === 0 ? 0 : 1);
}
