import { setTimeout as pause } from "node:timers/promises";
import { timeLimit } from "../../../../tools/time-limit.ts";

/** How long a fault may take to become an alert: figures are read every 15 seconds, those of the ledger every 5 minutes. */
const FIRES_MS = timeLimit(180);

/** What a running Prometheus says of its alerts. */
export interface Alarms {
  /** The alerts that fire now, with their labels. */
  firing(): Promise<Map<string, string>>;
  /** Resolves with the seconds until an alert fires; throws when it does not. */
  fires(alert: string, limitMs?: number): Promise<number>;
  /** Resolves once none of these fires. */
  ends(alerts: readonly string[]): Promise<void>;
  /** The rules that could not be evaluated. */
  faulty(): Promise<string[]>;
  /** Whether every process is scraped. */
  isScraping(processes: number): Promise<boolean>;
}

interface Rule {
  name: string;
  state: "inactive" | "pending" | "firing";
  health: string;
  lastError?: string;
  query: string;
  alerts: { state: string; labels: Record<string, string> }[];
}

/** Returns the alerts of the Prometheus at an address. */
export function alarmsOf(url: string): Alarms {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/v1/${path}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const rules = async () =>
    (await ask<{ groups: { rules: Rule[] }[] }>("rules?type=alert")).groups.flatMap(({ rules: all }) => all);
  const firing = async () => {
    const found = (await rules()).filter(({ state }) => state === "firing");
    return new Map(found.map(({ name, alerts }) => [name, alerts.map(labelsOf).join(", ")]));
  };
  return {
    firing,
    async fires(alert, limitMs = FIRES_MS) {
      const began = performance.now();
      for (;;) {
        if ((await firing()).has(alert)) return (performance.now() - began) / 1000;
        if (performance.now() - began > limitMs) {
          const rule = (await rules()).find(({ name }) => name === alert);
          throw new Error(`it did not fire within ${limitMs / 1000} s: ${rule?.state} ${rule?.query}`);
        }
        await pause(500);
      }
    },
    async ends(alerts) {
      const began = performance.now();
      for (;;) {
        const now = await firing();
        const left = alerts.filter((alert) => now.has(alert));
        if (left.length === 0) return;
        if (performance.now() - began > FIRES_MS)
          throw new Error(`${left.map((alert) => `${alert} (${now.get(alert)})`).join(", ")} did not end`);
        await pause(500);
      }
    },
    async faulty() {
      const found = (await rules()).filter(({ health }) => health !== "ok");
      return found.map(({ name, health, lastError = "" }) => `${name} is ${health}: ${lastError}`);
    },
    async isScraping(processes) {
      const { activeTargets } = await ask<{ activeTargets: { health: string }[] }>("targets?state=active");
      return activeTargets.filter(({ health }) => health === "up").length === processes;
    },
  };
}

function labelsOf({ labels: { alertname: _, severity: __, ...rest } }: Rule["alerts"][number]): string {
  return Object.entries(rest)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
