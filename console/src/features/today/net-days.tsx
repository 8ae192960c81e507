import type { Today } from "@cliffhanger/contract/console/today";
import { currencyFormat } from "../../lib/amount.ts";
import { t } from "../../lib/messages.ts";
import { formatDate } from "../../lib/time.ts";
import { Panel } from "../../ui/panel.tsx";
import styles from "./today.module.css";

const WIDTH = 300;
const HEIGHT = 76;
const GAP = 5;

/** New sales of the last 14 days, less what went back, in the currency with most sales. A screen reader gets them as a sentence. */
export function NetDays({ today: { days, numbers } }: { today: Today }) {
  const [main] = numbers.net;
  if (!main) return null;
  const { currency, exponent } = main.now;
  const most = Math.max(1, ...days.map(({ net }) => net ?? 0));
  const total = days.reduce((sum, { net }) => sum + (net ?? 0), 0);
  const format = currencyFormat(currency, { maximumFractionDigits: 0 });
  const words = (amount: number) => format.format(amount / 10 ** exponent);
  const width = WIDTH / days.length;
  const shown = days.map(
    ({ day, net }) => `${formatDate(day)}: ${net === null ? t("today.few") : words(net)}`,
  );
  return (
    <Panel
      title={t("today.netDays", { count: days.length })}
      acts={<span className={styles.total}>{words(total)}</span>}
    >
      <div className={styles.chart}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={shown.join("; ")}>
          {days.map(({ day, net }, at) => {
            const height = Math.max(2, ((net ?? 0) / most) * HEIGHT);
            return (
              <rect
                key={day}
                className={at === days.length - 1 ? styles["bar-now"] : styles.bar}
                x={at * width + GAP / 2}
                y={HEIGHT - height}
                width={width - GAP}
                height={height}
                rx={3}
              />
            );
          })}
        </svg>
        <p className={styles.ends}>
          <span>{days[0] && formatDate(days[0].day)}</span>
          <span>{t("today.today")}</span>
        </p>
      </div>
    </Panel>
  );
}
