import type { PeopleCount } from "@cliffhanger/contract/console/people-count";
import { touchKinds } from "@cliffhanger/contract/console/report-kinds";
import type { RetentionGroup, RetentionReport } from "@cliffhanger/contract/console/reports";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { formatAmount, formatPeople, formatShare } from "../../lib/amount.ts";
import { formatNumber, t } from "../../lib/messages.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { groupWords } from "./group-words.ts";
import { EpisodesChart } from "./picture.tsx";
import type { ChangeAddress, ReportAddress } from "./report-address.ts";
import { ReportTable } from "./report-table.tsx";
import styles from "./reports.module.css";

const MOST_BESIDE = 3;
type Series = NonNullable<RetentionReport["series"]>;

/** How far viewers come into a series: left of the paywall of all who began, right of it of those who went on. */
export function Retention({
  report,
  address,
  change,
  chooseSeries,
  play,
}: {
  report: RetentionReport;
  address: ReportAddress;
  change: ChangeAddress;
  chooseSeries: ReactNode;
  /** Plays a moment of an episode. */
  play: (episode: Series["episodes"][number], seconds: number) => void;
}) {
  const { series, groups } = report;
  const [all] = groups;
  if (!series || !all) return <Empty text={t("reports.retention.empty")} act={chooseSeries} />;
  return (
    <>
      <div className={styles.series}>
        <div>
          <h2 className={styles.seriesTitle}>{series.title}</h2>
          <p className={styles.muted}>
            {t("reports.retention.series", { count: series.episodes.length, free: series.free })}
          </p>
        </div>
        {chooseSeries}
      </div>
      <Compare groups={groups} address={address} change={change} />
      <Panel title={t("reports.retention.title")}>
        <Picture series={series} groups={groups} />
      </Panel>
      <div className={styles.columns}>
        <Losses report={report} series={series} play={play} />
        <Earned report={report} all={all} series={series} />
      </div>
      <Panel title={t("reports.retention.byEpisode")}>
        <ReportTable
          label={t("reports.retention.byEpisode")}
          columns={[
            { head: t("reports.retention.episode") },
            ...groups.flatMap(({ key }) => [
              { head: nameOf(key), isNumber: true },
              { head: t("reports.retention.share", { name: nameOf(key) }), isNumber: true },
            ]),
            { head: t("reports.retention.errors"), isNumber: true },
          ]}
          list={series.episodes.map(({ number, title, errors }, at) => ({
            key: String(number),
            cells: [
              `${number} · ${title}`,
              ...groups.flatMap((group) => [
                formatPeople(group.reached[at] ?? 0),
                formatShare(group.reached[at] ?? 0, baseOf(group, series, at)),
              ]),
              formatNumber(errors),
            ],
          }))}
        />
      </Panel>
    </>
  );
}

const nameOf = (key: string) => (key === "" ? t("reports.all") : groupWords("kind", key));

/** Those of whom an episode's share is told: all who began, or right of the paywall those who went past it. */
function baseOf({ began, reached }: RetentionGroup, { free }: Series, at: number) {
  return at < free ? began : (reached[free] ?? 0);
}

function Compare({
  groups,
  address,
  change,
}: {
  groups: readonly RetentionGroup[];
  address: ReportAddress;
  change: ChangeAddress;
}) {
  const { compare } = address;
  const toggle = (kind: (typeof touchKinds)[number]) => {
    const next = compare.includes(kind) ? compare.filter((one) => one !== kind) : [...compare, kind];
    change({ compare: next.length > 0 ? next.join(",") : null });
  };
  return (
    <fieldset className={styles.compare}>
      <legend className={styles.muted}>{t("reports.compare")}</legend>
      {touchKinds.map((kind) => {
        const at = groups.findIndex(({ key }) => key === kind);
        const isOn = compare.includes(kind);
        return (
          <button
            key={kind}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            disabled={!isOn && compare.length >= MOST_BESIDE}
            onClick={() => toggle(kind)}
          >
            {at > 0 && <span className={styles.swatch} data-line={at} />}
            {nameOf(kind)} {at > 0 && formatPeople(groups[at]?.began ?? 0)}
          </button>
        );
      })}
    </fieldset>
  );
}

function Picture({ series, groups }: { series: Series; groups: readonly RetentionGroup[] }) {
  const { free, episodes } = series;
  const linesOf = (from: number, to: number) =>
    groups.map((group) => ({
      name: nameOf(group.key),
      shares: group.reached.slice(from, to).map((count, at) => {
        const base = baseOf(group, series, from + at);
        return typeof count !== "number" || typeof base !== "number" || base === 0
          ? null
          : (100 * count) / base;
      }),
    }));
  const hasWall = free < episodes.length;
  const [all] = groups;
  return (
    <div className={styles.retention}>
      <figure>
        <EpisodesChart label={t("reports.retention.left")} first={1} lines={linesOf(0, free)} />
        <figcaption>{t("reports.retention.left")}</figcaption>
      </figure>
      {hasWall && all && <Wall all={all} />}
      {hasWall && (
        <figure>
          <EpisodesChart
            label={t("reports.retention.right")}
            first={free + 1}
            lines={linesOf(free, episodes.length)}
          />
          <figcaption>{t("reports.retention.right")}</figcaption>
        </figure>
      )}
    </div>
  );
}

function Wall({ all: { began, wall } }: { all: RetentionGroup }) {
  const rows = [
    { count: wall.reached, text: t("reports.wall.reached", { share: formatShare(wall.reached, began) }) },
    { count: wall.paid, text: t("reports.wall.paid", { share: formatShare(wall.paid, wall.reached) }) },
    { count: wall.members, text: t("reports.wall.members") },
    { count: wall.left, text: t("reports.wall.left") },
  ];
  return (
    <section className={styles.wall}>
      <h3>{t("reports.wall")}</h3>
      <dl>
        {rows.map(({ count, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{formatPeople(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Losses({
  report: { losses },
  series,
  play,
}: {
  report: RetentionReport;
  series: Series;
  play: (episode: Series["episodes"][number], seconds: number) => void;
}) {
  return (
    <Panel title={t("reports.losses")} hint={t("reports.losses.words")}>
      {losses.length === 0 ? (
        <Empty text={t("reports.losses.empty")} />
      ) : (
        <ReportTable
          label={t("reports.losses")}
          columns={[
            { head: t("reports.losses.after") },
            { head: t("reports.losses.left"), isNumber: true },
            { head: t("reports.losses.points"), isNumber: true },
            { head: t("reports.losses.half"), isNumber: true },
            { head: t("reports.retention.errors"), isNumber: true },
          ]}
          list={losses.map(({ episode, isWall, left, points, halfLeftAt }) => {
            const one = series.episodes[episode - 1];
            return {
              key: `${episode} ${isWall}`,
              cells: [
                one ? (
                  <button
                    key="play"
                    type="button"
                    className={`${styles.link} ${isWall ? styles.gold : ""}`}
                    onClick={() => play(one, halfLeftAt ?? 0)}
                  >
                    {isWall && <Lock size={13} aria-hidden />}{" "}
                    {isWall ? t("reports.losses.wall", { episode }) : `${episode} · ${one.title}`}
                  </button>
                ) : (
                  episode
                ),
                formatPeople(left),
                formatNumber(-points, { maximumFractionDigits: 1 }),
                halfLeftAt === null ? "–" : clockOf(halfLeftAt),
                isWall || !one ? "–" : formatNumber(one.errors),
              ],
            };
          })}
        />
      )}
    </Panel>
  );
}

function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function Earned({
  report: { earned },
  all: { began, wall, reached },
  series,
}: {
  report: RetentionReport;
  all: RetentionGroup;
  series: Series;
}) {
  const per = (amount: number, people: PeopleCount, currency: string) =>
    typeof people !== "number" || people === 0 ? "–" : formatAmount(Math.round(amount / people), currency);
  return (
    <Panel title={t("reports.earned")} hint={t("reports.earned.words")}>
      <PanelBody>
        <dl className={styles.facts}>
          {earned.length === 0 && <dt>{t("reports.earned.empty")}</dt>}
          {earned.flatMap(({ currency, net, refunds }) => [
            <dt key={`net ${currency}`}>{t("reports.earned.net", { currency })}</dt>,
            <dd key={`net of ${currency}`}>{formatAmount(net, currency)}</dd>,
            <dt key={`began ${currency}`}>{t("reports.earned.perBegun")}</dt>,
            <dd key={`began of ${currency}`}>{per(net, began, currency)}</dd>,
            <dt key={`wall ${currency}`}>{t("reports.earned.perWall")}</dt>,
            <dd key={`wall of ${currency}`}>{per(net, wall.reached, currency)}</dd>,
            <dt key={`refunds ${currency}`}>{t("reports.sums.refunds")}</dt>,
            <dd key={`refunds of ${currency}`}>{formatAmount(refunds, currency)}</dd>,
          ])}
          <dt>{t("reports.earned.finished")}</dt>
          <dd>{formatShare(reached.at(-1) ?? 0, reached[series.free] ?? began)}</dd>
        </dl>
      </PanelBody>
    </Panel>
  );
}
