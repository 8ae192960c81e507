import type { ReactNode } from "react";
import { useMessages } from "../../../lib/use-language.ts";
import type { CardGateway } from "../card/use-card-fields.ts";
import type { WalletUse } from "./element-options.ts";
import { OuterBrowserLine } from "./outer-browser-line.tsx";
import { type Authorised, useWalletButtons } from "./use-wallet-buttons.ts";
import { WalletSlot } from "./wallet-slot.tsx";

interface WalletWaysProps {
  gateway: CardGateway & { wallets: readonly string[] };
  use: WalletUse;
  title: string;
  busy: boolean;
  /** What renews when, right above the buttons. */
  terms: ReactNode;
  /** Leaves for PayPal; null where it is not offered. */
  onPaypal: (() => void) | null;
  /** The box that keeps the PayPal account. */
  keepPaypal?: ReactNode;
  mayOpen: () => boolean;
  onAuthorised: (authorised: Authorised) => void;
  /** The card form. */
  children: ReactNode;
}

/** Renders the wallets of the customer's device, and after that is decided the other ways to pay. */
export function WalletWays(props: WalletWaysProps) {
  const { busy, terms, onPaypal, keepPaypal, children, ...wanted } = props;
  const { box, decision } = useWalletButtons(wanted);
  return (
    <>
      <p className="text-sm text-text/85">{terms}</p>
      <WalletSlot box={box} decision={decision} busy={busy} />
      {decision === "deciding" ? null : (
        <>
          <OtherWays isFirst={decision === "none"} busy={busy} onPaypal={onPaypal} keepPaypal={keepPaypal}>
            {children}
          </OtherWays>
          {decision === "none" ? (
            <OuterBrowserLine wallets={wanted.gateway.wallets} title={wanted.title} />
          ) : null}
        </>
      )}
    </>
  );
}

interface OtherWaysProps {
  /** Whether no wallet stands before them. */
  isFirst: boolean;
  busy: boolean;
  onPaypal: (() => void) | null;
  keepPaypal?: ReactNode;
  /** Whether the children contain the card form. */
  hasCard?: boolean;
  children: ReactNode;
}

/** Renders PayPal, which takes the place of the wallets where there are none, and the card form. */
export function OtherWays(props: OtherWaysProps) {
  const { isFirst, busy, onPaypal, keepPaypal, hasCard = true, children } = props;
  const t = useMessages();
  return (
    <>
      {onPaypal ? (
        <button
          type="button"
          aria-disabled={busy}
          onClick={busy ? undefined : onPaypal}
          className="flex min-h-12.5 w-full items-center justify-center rounded-lg border border-white/40 px-6 py-2 font-semibold hover:bg-white/10 aria-disabled:opacity-60"
        >
          {t("offer.by.paypal")}
        </button>
      ) : null}
      {keepPaypal}
      <section className="space-y-4">
        {(isFirst && !onPaypal) || !hasCard ? null : (
          <h2 className="border-t border-line pt-5 text-lg font-semibold">{t("pay.orCard")}</h2>
        )}
        {children}
      </section>
    </>
  );
}
