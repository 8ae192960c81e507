import type { ConsoleOrder, OrderEvent } from "@cliffhanger/contract/console/orders";
import {
  BadgeCheck,
  CreditCard,
  FileText,
  Gavel,
  Mail,
  OctagonX,
  Play,
  ReceiptText,
  ShoppingBag,
  Undo2,
} from "lucide-react";
import { isMessage, t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatSeconds } from "../../lib/time.ts";
import { Panel } from "../../ui/panel.tsx";
import styles from "./order-page.module.css";

const icons = {
  ordered: ShoppingBag,
  declined: OctagonX,
  paid: CreditCard,
  began: BadgeCheck,
  receipt: ReceiptText,
  creditNote: FileText,
  mail: Mail,
  watched: Play,
  refund: Undo2,
  dispute: Gavel,
  withdrawal: Undo2,
  ended: OctagonX,
} as const;

/** What happened to an order, the oldest first. */
export function OrderEvents({ events }: Pick<ConsoleOrder, "events">) {
  return (
    <Panel title={t("order.happened")}>
      <ol className={styles.events}>
        {events.map((event) => {
          const Icon = icons[event.kind];
          return (
            <li key={`${event.at} ${event.kind} ${event.word ?? event.number ?? ""}`}>
              <Icon size={17} strokeWidth={1.75} aria-hidden />
              <span className={styles.said}>{wordsOf(event)}</span>
              <time dateTime={event.at} title={formatFull(event.at)} className={styles.when}>
                {t("order.at", { day: formatDay(event.at), time: formatSeconds(event.at) })}
              </time>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function wordsOf({ kind, word, money, number, until, count }: OrderEvent): string {
  const day = until === null ? "" : formatDay(until);
  const mail = `event.mail.${word ?? ""}`;
  if (kind === "mail" && isMessage(mail)) return t(mail);
  const id = `order.word.${word ?? ""}`;
  const said = isMessage(id) ? t(id) : (word ?? "");
  const sentence = t(`order.event.${kind}`, { word: said, money, number, day, count: count ?? 0 });
  return sentence;
}
