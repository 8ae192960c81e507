import type { RefundEffect } from "@cliffhanger/contract/console/orders";
import type { Role } from "@cliffhanger/contract/console/permissions";
import { Calculator, FileText, Fingerprint, KeyRound, LockKeyhole, TriangleAlert, Undo2 } from "lucide-react";
import { t } from "../../lib/messages.ts";
import styles from "./order-page.module.css";

const icons = { money: Undo2, rights: LockKeyhole, note: FileText, fee: Calculator, refused: TriangleAlert };

/** What a refund will do, in the sentences of the server. */
export function RefundEffectList({ effect: { sentences } }: { effect: RefundEffect }) {
  return (
    <div className={styles.effect}>
      <h3 className={styles.effectTitle}>{t("effect.label")}</h3>
      <ul className={styles.effectList} aria-live="polite">
        {sentences.map(({ about, text }) => {
          const Icon = icons[about];
          return (
            <li key={text}>
              <Icon size={15} strokeWidth={1.75} aria-hidden />
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Whether the refund asks for a new proof, or for finance. */
export function RefundLimit({
  allowed,
  limit,
  role,
}: {
  allowed: RefundEffect["allowed"] | undefined;
  limit: string;
  role: Role;
}) {
  if (allowed === undefined) return null;
  if (allowed === "fresh")
    return (
      <p className={styles.fresh}>
        <Fingerprint size={20} aria-hidden />
        <span>
          <strong>{t("refund.over", { limit })}</strong>
          {t("refund.overText")}
        </span>
      </p>
    );
  const words =
    allowed === "ask" ? "refund.askText" : role === "support" ? "refund.underSupport" : "refund.under";
  return (
    <p className={styles.limit}>
      <KeyRound size={15} aria-hidden />
      {t(words, { limit })}
    </p>
  );
}
