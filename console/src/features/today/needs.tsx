import type { Need } from "@cliffhanger/contract/console/today";
import type { NeedKind } from "@cliffhanger/contract/console/today-kinds";
import {
  Archive,
  CalendarClock,
  CircleHelp,
  FilePlay,
  HardDrive,
  Languages,
  type LucideIcon,
  MessageSquare,
  Scale,
  TriangleAlert,
  Undo2,
  UserSearch,
  Webhook,
} from "lucide-react";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatFull, formatLeft, formatPast } from "../../lib/time.ts";
import { useNow } from "../../lib/use-now.ts";
import { Empty } from "../../ui/empty.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./today.module.css";

const icons: Record<NeedKind, LucideIcon> = {
  dispute: Scale,
  money: TriangleAlert,
  doubt: CircleHelp,
  refund: Undo2,
  encode: FilePlay,
  drop: CalendarClock,
  texts: Languages,
  tickets: MessageSquare,
  gateway: Webhook,
  backup: Archive,
  disk: HardDrive,
  look_ups: UserSearch,
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What needs this operator, by deadline and then by money. Each row has the one act that helps. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  return (
    <Panel
      title={t("today.needs")}
      hint={needs.length > 0 ? t("today.needsHint") : undefined}
      acts={needs.length > 0 && <Mark tone="red">{needs.length}</Mark>}
    >
      {needs.length === 0 ? (
        <Empty text={t("today.nothing")} />
      ) : (
        <ul className={styles.needs} aria-label={t("today.needs")}>
          {needs.map((need) => (
            <Row key={need.id} need={need} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ need: { kind, tone, title, text, due, since, href } }: { need: Need }) {
  const Icon = icons[kind];
  const now = useNow(MINUTE_MS).getTime();
  const when = whenOf({ due, since }, now);
  return (
    <li className={styles.need}>
      <Icon className={styles.icon} data-tone={tone} size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles["need-words"]}>
        <span className={styles["need-title"]}>{title}</span>
        <span className={styles.quiet}>{text}</span>
      </span>
      {when && (
        <span
          className={styles.when}
          data-tone={when.isNear ? "red" : undefined}
          title={formatFull(due ?? since ?? "")}
        >
          {when.words}
        </span>
      )}
      <Link
        href={href}
        className={styles.act}
        aria-label={t("act.of", { act: t(`today.act.${kind}`), row: title })}
      >
        {t(`today.act.${kind}`)}
      </Link>
    </li>
  );
}

function whenOf(
  { due, since }: Pick<Need, "due" | "since">,
  now: number,
): { words: string; isNear: boolean } | null {
  if (due !== null) {
    const left = Date.parse(due) - now;
    if (left < 0) return { words: t("today.over", { time: formatPast(due, now) }), isNear: true };
    const words =
      left > 2 * DAY_MS ? t("today.daysLeft", { count: Math.floor(left / DAY_MS) }) : formatLeft(due, now);
    return { words, isNear: left < 3 * DAY_MS };
  }
  return since === null ? null : { words: t("today.since", { time: formatPast(since, now) }), isNear: false };
}
