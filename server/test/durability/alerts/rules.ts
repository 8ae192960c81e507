/** An alert of `deploy/prometheus/alerts.yml`, with what `shorten` changed in its waiting times. */
export interface ShortenedRules {
  /** The file with short waiting times. */
  text: string;
  /** The names of its alerts, in order. */
  alerts: string[];
  /** Every change, as `alert: shipped -> shortened`. */
  changes: string[];
}

/** How long a condition lasts before its alert fires. */
const FOR = "6s";
/** The window of rates and increases: long enough for figures of scrapes that a busy machine delays. */
const WINDOW = "30s";
/**
 * Ages that are compared in an expression. Longer than the 15 seconds between two readings and the 25 seconds that another
 * node waits before it continues them.
 */
const ages: readonly (readonly [alert: string, shipped: string, shortened: string])[] = [
  ["JobsStuck", "> 21600", "> 60"],
  ["MailStuck", "> 900", "> 60"],
  ["PaymentInDoubt", "> 900", "> 60"],
  ["PlaysStuck", "> 300", "> 60"],
  ["ReplicaBehind", "> 300", "> 60"],
  ["FiguresOld", "> 300", "> 60"],
  // A day seen from six hours is as much as 120 seconds seen from 30.
  ["DiskFull", "[6h], 86400", "[30s], 120"],
];

/**
 * Returns the rules with shorter waiting times and nothing else changed. Throws when an age to shorten is no longer there,
 * so that a changed file is noticed.
 */
export function shorten(shipped: string): ShortenedRules {
  const changes: string[] = [];
  const [head = "", ...rules] = shipped.split(/(?=^ {6}- alert: )/m);
  const alerts: string[] = [];
  const shortened = rules.map((rule) => {
    const alert = /- alert: (\w+)/.exec(rule)?.[1] ?? "";
    alerts.push(alert);
    const change = (from: string, to: string) => {
      if (from !== to) changes.push(`${alert}: ${from} -> ${to}`);
      return to;
    };
    let text = rule;
    for (const [name, from, to] of ages) {
      if (name !== alert) continue;
      if (!text.includes(from)) throw new Error(`${alert} has no "${from}" any more`);
      text = text.replace(from, change(from, to));
    }
    return text
      .replaceAll(/\[\d+[mh]\]/g, (window) => change(window, `[${WINDOW}]`))
      .replace(/^ {8}for: \S+$/m, (wait) => change(wait.trim(), `for: ${FOR}`).padStart(8 + FOR.length + 5));
  });
  return { text: head + shortened.join(""), alerts, changes };
}
