import { useMessages } from "../../../lib/use-language.ts";
import type { SaveMethod } from "../card/use-save-card.ts";
import { readWallet, useWalletPress } from "./use-wallet-press.ts";

/** Returns a function that saves what was authorised in a wallet. Its sheet stays open after a refusal, for another card. */
export function useSaveWallet(
  save: SaveMethod,
  { onBusy, onFault }: { onBusy: (isBusy: boolean) => void; onFault: (message: string) => void },
) {
  const t = useMessages();
  return useWalletPress({
    async run(authorised) {
      const { token, fault } = await readWallet(authorised, t);
      if (fault !== undefined) return fault;
      return (await save(authorised.stripe, { confirmationToken: token }))?.message ?? null;
    },
    onBusy,
    onFault,
  });
}
