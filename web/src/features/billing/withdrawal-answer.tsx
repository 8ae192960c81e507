import type { Withdrawal } from "@cliffhanger/contract";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";

interface WithdrawalAnswerProps {
  answer: Withdrawal;
  busy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
}

/** Renders what comes of a withdrawal, as the server decides, and the button that confirms it. */
export function WithdrawalAnswer({ answer, busy, onConfirm, onKeep }: WithdrawalAnswerProps) {
  const t = useMessages();
  return (
    <>
      <p className="font-medium">
        {t(messageOf(answer), {
          amount: answer.amount.display,
          date: answer.staysUntil === null ? "" : formatDate(answer.staysUntil),
        })}
      </p>
      <p className="mt-3 text-sm text-muted">{t("withdraw.mail")}</p>
      <p className="mt-1 text-sm text-muted">{t("withdraw.until", { date: formatDate(answer.until) })}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          shape="primary"
          aria-disabled={busy}
          onClick={busy ? undefined : onConfirm}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t("withdraw.confirm")}
        </Button>
        {answer.outcome === "none" || answer.outcome === "review" ? (
          <ButtonLink shape="quiet" href="/contactUs" className="min-w-[min(11rem,100%)] flex-1">
            {t("withdraw.contact")}
          </ButtonLink>
        ) : (
          <Button shape="quiet" onClick={onKeep} className="min-w-[min(11rem,100%)] flex-1">
            {t("withdraw.keep")}
          </Button>
        )}
      </div>
    </>
  );
}

function messageOf({ outcome, staysUntil, of: { kind } }: Withdrawal) {
  if (outcome === "none") return kind === "unlock" ? "withdraw.noneUnlock" : "withdraw.noneMember";
  if (outcome === "review") return kind === "unlock" ? "withdraw.reviewUnlock" : "withdraw.reviewMember";
  if (outcome === "whole" && staysUntil !== null) return "withdraw.wholeAhead";
  if (outcome === "whole" && kind === "change") return "withdraw.wholeChange";
  return `withdraw.${outcome}` as const;
}

/** The message of a withdrawal that was made, by what came of it. */
export const withdrawalMessages = {
  whole: "withdraw.whenWhole",
  part: "withdraw.whenWhole",
  none: "withdraw.whenNone",
  review: "withdraw.whenReview",
} as const;
