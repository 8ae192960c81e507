import type { ReviewDetail } from "@cliffhanger/contract/console/review";
import { Button, Textarea } from "@mantine/core";
import { Send } from "lucide-react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { isMessage, t } from "../../lib/messages.ts";
import { formatFull } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Mark } from "../../ui/mark.tsx";
import styles from "./review.module.css";
import { useReviewAct } from "./use-review-act.ts";

type Case = NonNullable<ReviewDetail["case"]>;

/** Returns what a person made of the drafted texts, and a function that changes one. The edits outlive a reload. */
function useTexts(id: string, fields: Case["fields"]) {
  const [stored, store, clear] = useDraft(`evidence:${id}`);
  const edits = stored === "" ? {} : (JSON.parse(stored) as Record<string, string>);
  const texts = Object.fromEntries(fields.map(({ name, text }) => [name, edits[name] ?? text]));
  return {
    texts,
    set: (name: string, text: string) => store(JSON.stringify({ ...edits, [name]: text })),
    clear,
  };
}

/** The evidence of a dispute: text fields drafted from our records, which a person edits and sends once. */
export function Evidence({ entry, case: about }: { entry: ReviewDetail; case: Case }) {
  const mayReview = useMay("review");
  const { id, evidence, gateway, reachable } = entry;
  const { fields, sentAt, sentBy } = about;
  const { texts, set, clear } = useTexts(id, fields);
  const [params, change] = useAddress();
  const isOpen = mayReview && reachable && (evidence === "drafted" || evidence === "reviewed");
  const close = () => change({ dialog: null }, { replace: true });
  const { act, run } = useReviewAct();
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
  const gatewayName = t(gateway === "paypal" ? "orders.gateway.paypal" : "orders.gateway.stripe");
  const length = Object.values(given).reduce((sum, text) => sum + text.length, 0);
  return (
    <section className={styles.card} aria-labelledby="evidence">
      <header className={styles.cardHead}>
        <h3 id="evidence" className={styles.cardTitle}>
          {t("review.evidence")}
        </h3>
        <Mark tone={isOpen ? "blue" : "plain"}>
          {t(isOpen ? "review.filled" : `review.case.${evidence ?? "drafted"}`, {
            count: Object.keys(given).length,
            all: fields.length,
          })}
        </Mark>
      </header>
      {sentAt !== null && (
        <p className={styles.note}>{t("review.sentBy", { at: formatFull(sentAt), by: sentBy ?? "" })}</p>
      )}
      {!reachable && <p className={styles.note}>{t("review.unreachable", { gateway: gatewayName })}</p>}
      <div className={styles.fields}>
        {fields.map(({ name, max }) => (
          <div key={name} className={styles.field} data-field={name}>
            <Textarea
              label={fieldWords(name)}
              description={isOpen ? t("review.most", { count: max }) : undefined}
              value={texts[name] ?? ""}
              maxLength={max}
              readOnly={!isOpen}
              autosize
              minRows={1}
              maxRows={8}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
            {!isOpen && (texts[name] ?? "") !== "" && (
              <CopyButton text={texts[name] ?? ""} label={t("review.copy")} />
            )}
          </div>
        ))}
      </div>
      {isOpen && (
        <footer className={styles.cardFoot}>
          <span className={styles.quiet}>{t("review.once")}</span>
          <Button
            leftSection={<Send size={16} aria-hidden />}
            disabled={Object.keys(given).length === 0}
            onClick={() => change({ dialog: "evidence" })}
          >
            {t("review.send")}
          </Button>
        </footer>
      )}
      <Dialog
        opened={isOpen && params.get("dialog") === "evidence"}
        title={t("review.sendTitle")}
        close={close}
      >
        <Effect
          sentences={[
            t("review.sendEffect", {
              gateway: gatewayName,
              count: Object.keys(given).length,
              characters: length,
            }),
            t("review.sendOnce"),
          ]}
        />
        <Failure text={act.fields["texts"] ?? act.failure} />
        <DialogActs>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            loading={act.busy}
            onClick={() =>
              run(
                (requestKey) => call("POST /api/console/review/evidence", { id, texts: given, requestKey }),
                {
                  words: t("review.toast.sent"),
                  done: () => {
                    clear();
                    close();
                  },
                },
              )
            }
          >
            {t("review.send")}
          </Button>
        </DialogActs>
      </Dialog>
    </section>
  );
}

function fieldWords(name: string): string {
  const id = `review.field.${name}`;
  return isMessage(id) ? t(id) : name;
}
