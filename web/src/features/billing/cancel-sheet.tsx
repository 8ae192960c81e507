import type { Subscription } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { formatDate } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { plansQuery } from "./queries.ts";

interface CancelSheetProps {
  open: boolean;
  onClose: () => void;
  subscription: Subscription;
  busy: boolean;
  onCancel: () => void;
}

/**
 * Renders the second of two taps that cancel a membership: how long access lasts, and what happens then. It asks no
 * questions; cheaper plans stand below the button.
 */
export function CancelSheet({ open, onClose, subscription, busy, onCancel }: CancelSheetProps) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("membership.cancelTitle")}>
      <ul className="list-disc space-y-2 pl-5 text-muted">
        {whatEnds(subscription, t).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          shape="primary"
          aria-disabled={busy}
          onClick={busy ? undefined : onCancel}
          className="min-w-[min(11rem,100%)] flex-1"
        >
          {t("membership.cancelDo")}
        </Button>
        <Button shape="quiet" onClick={onClose} className="min-w-[min(11rem,100%)] flex-1">
          {t("membership.keep")}
        </Button>
      </div>
      {open ? <CheaperPlans /> : null}
    </Sheet>
  );
}

/**
 * Returns what a cancellation brings, in sentences. Once the paid days are over and their renewal is unpaid, the membership ends
 * at once, and with it the days that stay open until then.
 */
export function whatEnds(
  { state, renewsAt, accessUntil }: Pick<Subscription, "state" | "renewsAt" | "accessUntil">,
  t: ReturnType<typeof useMessages>,
): string[] {
  const isUnpaid = state === "past_due" || accessUntil > renewsAt;
  return isUnpaid
    ? [t("membership.cancelAtOnce"), t("membership.cancelUnlocked")]
    : [
        t("membership.cancelUntil", { date: formatDate(accessUntil) }),
        t("membership.cancelCharge"),
        t("membership.cancelUnlocked"),
        t("membership.cancelUndo"),
      ];
}

/** Renders the plans that the membership could go on with for less. */
function CheaperPlans() {
  const t = useMessages();
  const isMember = useUser()?.kind === "member";
  const { data: sale } = useQuery(plansQuery(null, useLanguage()));
  const cheaper = sale?.plans.filter(({ id }) =>
    sale.change.some(({ planId, kind }) => planId === id && kind === "atEnd"),
  );
  // Another plan needs an account.
  if (!isMember || !cheaper || cheaper.length === 0) return null;
  return (
    <section aria-labelledby="cheaper" className="mt-6 border-t border-line pt-4">
      <h3 id="cheaper" className="text-sm text-muted">
        {t("membership.cheaper")}
      </h3>
      <ul>
        {cheaper.map(({ id, name, price }) => (
          <li key={id}>
            <Link
              href="/shopping"
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 font-medium underline underline-offset-4"
            >
              <span>{name}</span>
              <span className="tabular">{price.display}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
