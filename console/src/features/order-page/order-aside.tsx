import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { Link } from "wouter";
import { isMessage, t } from "../../lib/messages.ts";
import { formatDay, formatFull } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Mark } from "../../ui/mark.tsx";
import { OrderMark } from "../../ui/order-mark.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import styles from "./order-page.module.css";

/** Who bought, what they agreed to, the documents, the refunds, and what else they ordered then. */
export function OrderAside({ order }: { order: ConsoleOrder }) {
  return (
    <div className={styles.stack}>
      <Buyer order={order} />
      <Consent consent={order.consent} />
      <Refunds order={order} />
      <Documents receipts={order.receipts} />
      <Others others={order.others} />
    </div>
  );
}

function Buyer({ order: { email, buyer, campaign } }: { order: ConsoleOrder }) {
  const channel = `order.channel.${buyer.channel ?? ""}`;
  const came = buyer.channel && (isMessage(channel) ? t(channel) : buyer.channel);
  return (
    <Panel title={t("order.buyer")}>
      <PanelBody>
        <p className={styles.strong}>{email ?? t("orders.noAddress")}</p>
        <p className={styles.quiet}>
          {buyer.since
            ? t(`order.since.${buyer.kind === "member" ? "member" : "guest"}`, {
                day: formatDay(buyer.since),
              })
            : t("order.erased")}
        </p>
        {came && (
          <p className={styles.quiet}>
            {campaign ? t("order.cameBy", { channel: came, campaign }) : t("order.came", { channel: came })}
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}

function Consent({ consent }: Pick<ConsoleOrder, "consent">) {
  return (
    <Panel title={t("order.consent")}>
      <PanelBody>
        {consent ? (
          <>
            {consent.text !== null && <p>“{consent.text}”</p>}
            <p className={styles.quiet}>
              {t("order.agreed", { at: formatFull(consent.at), version: consent.version })}
            </p>
          </>
        ) : (
          <p className={styles.quiet}>{t("order.noConsent")}</p>
        )}
      </PanelBody>
    </Panel>
  );
}

const tones = { pending: "blue", done: "green", failed: "red" } as const;

function Refunds({ order: { refunds, asked } }: { order: ConsoleOrder }) {
  if (refunds.length === 0 && !asked) return null;
  return (
    <Panel title={t("order.refunds")}>
      <ul className={styles.list}>
        {asked && (
          <li>
            <span>
              <Mark tone="amber">{t("order.asked")}</Mark> {reasonWords(asked.reason)}
            </span>
            <span>{asked.amount.display}</span>
          </li>
        )}
        {refunds.map(({ id, state, amount, at, by, initiator, reason }) => (
          <li key={id}>
            <span>
              <Mark tone={tones[state]}>{t(`order.refund.${state}`)}</Mark>{" "}
              <span className={styles.quiet}>
                {[formatDay(at), by ?? t(`order.initiator.${initiator}`), reasonWords(reason)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <span>{amount.display}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns a reason in words, with its note. */
function reasonWords(reason: string | null): string {
  if (reason === null) return "";
  const [word = "", ...note] = reason.split(": ");
  const id = `refund.why.${word}`;
  return [isMessage(id) ? t(id) : word, ...note].join(": ");
}

function Documents({ receipts }: Pick<ConsoleOrder, "receipts">) {
  const [, change] = useAddress();
  if (receipts.length === 0) return null;
  return (
    <Panel title={t("order.documents")}>
      <ul className={styles.list}>
        {receipts.map(({ id, number, kind, total }) => (
          <li key={id}>
            <span>
              <button type="button" className={styles.link} onClick={() => change({ receipt: id })}>
                {number}
              </button>{" "}
              <span className={styles.quiet}>{t(`receipt.${kind}`)}</span>
            </span>
            <span>{total.display}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Others({ others }: Pick<ConsoleOrder, "others">) {
  if (others.length === 0) return null;
  return (
    <Panel title={t("order.others")} hint={t("order.othersHint")}>
      <ul className={styles.list}>
        {others.map(({ number, title, total, state }) => (
          <li key={number}>
            <span>
              <Link href={`/orders/${number}`} className={styles.link}>
                {number}
              </Link>{" "}
              <OrderMark state={state} /> <span className={styles.quiet}>{title}</span>
            </span>
            <span>{total.display}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
