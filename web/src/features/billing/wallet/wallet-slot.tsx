import type { RefObject } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import type { WalletDecision } from "./use-wallet-buttons.ts";

interface WalletSlotProps {
  box: RefObject<HTMLDivElement | null>;
  decision: WalletDecision;
  busy: boolean;
}

/**
 * Renders the place of the wallet buttons, with the height of one button until it is decided. What comes below is rendered after
 * that decision, so that nothing moves.
 */
export function WalletSlot({ box, decision, busy }: WalletSlotProps) {
  const t = useMessages();
  if (decision === "none") return null;
  return (
    <section
      aria-label={t("pay.wallets")}
      aria-busy={busy || decision === "deciding"}
      className="relative min-h-12.5"
    >
      {decision === "deciding" ? (
        <>
          <p role="status" className="sr-only">
            {t("common.loading")}
          </p>
          <span aria-hidden className="absolute inset-0 animate-pulse rounded-lg bg-surface" />
        </>
      ) : null}
      {/* The frame fills its box, whatever width the gateway's script sets; it knows the height of its buttons itself. */}
      <div ref={box} className="relative [&_iframe]:block! [&_iframe]:w-full! [&_iframe]:border-0!" />
    </section>
  );
}
