import type { ReviewDetail } from "@cliffhanger/contract/console/review";
import { Button } from "@mantine/core";
import { ArrowLeft, RefreshCw } from "lucide-react";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { formatDay, formatNow } from "../../lib/time.ts";
import { useAddress, useGoOn } from "../../lib/use-address.ts";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import { entryKinds } from "./entry-kinds.ts";
import { leftUntil, problemOf, wordOf } from "./entry-words.ts";
import { Evidence } from "./evidence.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import styles from "./review.module.css";
import { useReviewAct } from "./use-review-act.ts";

/** One entry: what it is about, its evidence, and its acts. */
export function EntryDetail({ entry, back }: { entry: ReviewDetail; back: string }) {
  const { kind, number, due, evidence, money } = entry;
  return (
    <article className={styles.detail} aria-labelledby="entry">
      <header className={styles.detailHead}>
        <Link href={back} className={styles.back}>
          <ArrowLeft size={18} aria-hidden />
          {t("review.title")}
        </Link>
        <div className={styles.line}>
          <h2 id="entry" className={styles.detailTitle}>
            {t(`review.kind.${kind}`)} {number ?? wordOf(entry.word)}
          </h2>
          {due !== null && evidence !== "submitted" && (
            <Mark tone="red">{t("review.dueLeft", { left: leftUntil(due) })}</Mark>
          )}
          <span className={styles.sum}>{money}</span>
        </div>
        <p className={styles.quiet}>
          {[
            entry.email,
            wordOf(entry.word),
            entry.case?.remoteId ?? entry.remoteId,
            entry.gateway && t(`orders.gateway.${entry.gateway}`),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </header>
      <div className={styles.detailBody}>
        <p>{problemOf(entry)}</p>
        <p className={styles.quiet}>{t(`review.advice.${kind}`)}</p>
        <Facts entry={entry} />
        {entry.case && <Evidence entry={entry} case={entry.case} />}
      </div>
      <Acts entry={entry} back={back} />
    </article>
  );
}

function Facts({ entry: { since, due, order, request, number } }: { entry: ReviewDetail }) {
  const facts = [
    [t("review.since"), formatNow(new Date(since))],
    ...(due === null ? [] : [[t("review.due"), formatNow(new Date(due))]]),
    ...(order
      ? [
          [t("orders.what"), `${order.title}, ${order.total}`],
          ...(order.paidAt ? [[t("review.paid"), formatNow(new Date(order.paidAt))]] : []),
          [t("review.right"), t(`review.right.${order.right}`)],
          ...(order.buyerSince ? [[t("review.buyerSince"), formatDay(order.buyerSince)]] : []),
          [t("review.paidBefore"), t("review.orders", { count: order.paidBefore })],
        ]
      : []),
    ...(request
      ? [
          [t("review.askedBy"), request.by ?? "–"],
          [t("refund.reason"), [wordOf(request.reason), request.note].filter(Boolean).join(": ")],
        ]
      : []),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {number !== null && (
        <div>
          <dt>{t("review.order")}</dt>
          <dd>
            <Link href={`/orders/${number}`} className={styles.link}>
              {number}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Acts({ entry, back }: { entry: ReviewDetail; back: string }) {
  const mayReview = useMay("review");
  const mayRefund = useMay("refund");
  const [params, change] = useAddress();
  const navigate = useGoOn();
  const { act, run } = useReviewAct();
  const { id, kind, number, evidence } = entry;
  const { look, refunds } = entryKinds[kind];
  const dialog = params.get("dialog");
  const close = () => change({ dialog: null }, { replace: true });
  const canAccept = entry.case !== null && (evidence === "drafted" || evidence === "reviewed");
  const leave = () => navigate(back, { replace: true });
  const lookNow = () =>
    run(() => call("POST /api/console/review/look", { id }), { words: t("review.toast.looked") });
  return (
    <footer className={styles.acts}>
      <Failure text={act.fields["id"] ?? act.failure} />
      <div className={styles.buttons}>
        {mayReview && canAccept && (
          <Button variant="default" onClick={() => change({ dialog: "accept" })}>
            {t("review.accept")}
          </Button>
        )}
        {mayReview && (
          <Button variant="default" onClick={() => change({ dialog: "close" })}>
            {t(`review.closeAs.${kind}`)}
          </Button>
        )}
        {mayReview && look && (
          <Button
            variant="default"
            leftSection={<RefreshCw size={15} aria-hidden />}
            loading={act.busy}
            onClick={lookNow}
          >
            {t(look)}
          </Button>
        )}
        {mayRefund && refunds && number !== null && (
          <Button component={Link} href={`/orders/${number}?dialog=refund`} color="red">
            {t("review.refund")}
          </Button>
        )}
      </div>
      <NoteDialog
        id={id}
        name="close"
        opened={mayReview && dialog === "close"}
        words={{
          title: t(`review.closeAs.${kind}`),
          effect: t(`review.closing.${kind}`),
          confirm: t(`review.closeAs.${kind}`),
          toast: t("review.toast.closed"),
        }}
        close={close}
        done={leave}
      />
      <NoteDialog
        id={id}
        name="accept"
        opened={mayReview && canAccept && dialog === "accept"}
        words={{
          title: t("review.accept"),
          effect: t("review.acceptEffect", { money: entry.money ?? t("review.theMoney") }),
          confirm: t("review.accept"),
          toast: t("review.toast.accepted"),
        }}
        close={close}
        done={leave}
      />
    </footer>
  );
}
