import { useRef } from "react";
import { ApiError } from "../../../lib/api.ts";
import type { Translate } from "../../../lib/messages.ts";
import { useMessages } from "../../../lib/use-language.ts";
import { useRestored } from "../../../lib/use-restored.ts";
import type { Authorised } from "./use-wallet-buttons.ts";

interface WalletPressInput {
  /** Uses what was authorised. Resolves to why it could not, or to null when it leaves the page. */
  run: (authorised: Authorised) => Promise<string | null>;
  onBusy: (isBusy: boolean) => void;
  /** Receives what could not be done, and why. */
  onFault: (message: string, error: ApiError | null) => void;
}

/**
 * Returns a function that uses what was authorised in a wallet, one press at a time. Its sheet stays open after a refusal, for
 * another card.
 */
export function useWalletPress({ run, onBusy, onFault }: WalletPressInput) {
  const t = useMessages();
  const isBusy = useRef(false);
  // A restored page is no longer on the way to the gateway.
  useRestored(() => {
    isBusy.current = false;
  });
  return async (authorised: Authorised): Promise<void> => {
    // A second press of the sheet's button before the page is left.
    if (isBusy.current) return;
    isBusy.current = true;
    onBusy(true);
    let known: ApiError | null = null;
    const message = await run(authorised).catch((error: unknown) => {
      known = error instanceof ApiError ? error : null;
      return known?.fields[0]?.message || known?.message || t("errors.general");
    });
    // The page is being left: it stays busy.
    if (message === null) return;
    isBusy.current = false;
    onBusy(false);
    authorised.event.paymentFailed({ reason: "fail", message });
    onFault(message, known);
  };
}

/** Gets the gateway's token of what was authorised, or the message of why there is none. */
export async function readWallet(
  { stripe, elements }: Authorised,
  t: Translate,
): Promise<{ token: string; fault?: never } | { token?: never; fault: string }> {
  const { error: incomplete } = await elements.submit();
  if (incomplete) return { fault: incomplete.message ?? t("pay.faults.again") };
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
  return error ? { fault: t("pay.faults.gateway") } : { token: confirmationToken.id };
}
