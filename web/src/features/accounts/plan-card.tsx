import type { Membership } from "@cliffhanger/contract";
import { Crown, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { describeMembership } from "./membership-text.ts";

interface PlanCardProps {
  membership: Membership;
  /** The address where plans are sold; null while this site sells none. */
  shop: string | null;
  /** Whether it is never charged automatically: the member gets a payment link instead. */
  manual?: boolean;
  /** The cost of a running membership, and its pending actions. */
  children?: ReactNode;
}

/** Renders a membership (R16, R46): the free plan with a link to upgrade, or the plan and when it renews. */
export function PlanCard({ membership, shop, manual = false, children }: PlanCardProps) {
  const t = useMessages();
  const { live, needsAction, plan, text, values } = describeMembership(membership, manual);
  const isGolden = live || shop !== null;
  const frame = isGolden
    ? "border-gold/50 bg-[radial-gradient(120%_140%_at_100%_0,color-mix(in_srgb,var(--color-gold)_26%,transparent),transparent_70%)]"
    : "border-line";
  return (
    <section
      aria-labelledby="plan"
      className={`rounded-xl border bg-surface p-[min(1.25rem,5vw)] md:p-6 ${frame}`}
    >
      <h2 id="plan" className={`flex items-center gap-2.5 font-semibold ${isGolden ? "text-gold" : ""}`}>
        <Crown aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0 wrap-break-word">{plan ?? t("plan.free")}</span>
      </h2>
      <p className={`mt-2 ${needsAction ? "flex gap-2.5 font-medium" : "text-muted"}`}>
        {needsAction ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-end" />
        ) : null}
        {t(text, values)}
      </p>
      {children}
      {!live && shop ? (
        <Link
          href={shop}
          className="mt-5 flex min-h-13 items-center justify-center rounded-lg bg-gold px-6 py-2 text-center font-semibold text-black active:scale-[0.98]"
        >
          {t("plan.subscribe")}
        </Link>
      ) : null}
    </section>
  );
}
