import type {
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { newEvent, report } from "../../../lib/reports.ts";
import { useLanguage } from "../../../lib/use-language.ts";
import { loadGatewayScript } from "../card/gateway-script.ts";
import type { CardGateway } from "../card/use-card-fields.ts";
import { buttonOptions, groupOptions, lineItemsOf, type WalletUse } from "./element-options.ts";

/** Whether the customer's device has a wallet: the gateway's element alone decides. */
export type WalletDecision = "deciding" | "offered" | "none";

/** A payment that was authorised in a wallet, and the gateway to create its token with. */
export interface Authorised {
  stripe: Stripe;
  elements: StripeElements;
  event: StripeExpressCheckoutElementConfirmEvent;
}

interface WalletButtonsInput {
  gateway: CardGateway & { wallets: readonly string[] };
  use: WalletUse;
  title: string;
  /** Returns whether the wallet may open; it must answer at once. */
  mayOpen: () => boolean;
  onAuthorised: (authorised: Authorised) => void;
}

/** After this the page goes on without a wallet. */
const DECISION_MS = 2500;

const locales: Record<string, StripeElementLocale> = { pt: "pt-BR" };

/**
 * Mounts the buttons of the wallets that the customer's device has. Decides once, so that nothing that was shown moves: no
 * wallet, a fault, or no answer in time means none.
 */
export function useWalletButtons(input: WalletButtonsInput): {
  box: RefObject<HTMLDivElement | null>;
  decision: WalletDecision;
} {
  const { gateway, use, title } = input;
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [decision, setDecision] = useState<WalletDecision>("deciding");
  const mayOpen = useEffectEvent(() => input.mayOpen());
  const authorised = useEffectEvent((what: Authorised) => input.onAuthorised(what));

  const mount = useEffectEvent(async (decide: (isOffered: boolean) => void, isGone: () => boolean) => {
    const startedAt = performance.now();
    const create = await loadGatewayScript(gateway.scriptUrl);
    if (isGone() || !box.current) return null;
    const stripe = create(gateway.publishableKey);
    const elements = stripe.elements(groupOptions(use, locales[language] ?? language));
    const element = elements.create(
      "expressCheckout",
      buttonOptions(use, { title, origin: location.origin, wallets: gateway.wallets }),
    );
    element.on("ready", ({ availablePaymentMethods: found }) => {
      if (found) report(newEvent("express_ready", { value: (performance.now() - startedAt) / 1000 }));
      decide(found !== undefined);
    });
    element.on("loaderror", () => decide(false));
    element.on("click", ({ resolve, reject }) => {
      if (mayOpen()) resolve(lineItemsOf(use, title));
      else reject();
    });
    element.on("confirm", (event) => authorised({ stripe, elements, event }));
    element.mount(box.current);
    return element;
  });

  const { amount, currency } = use.price;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another price needs another element
  useEffect(() => {
    let isGone = false;
    let isDecided = false;
    const decide = (isOffered: boolean) => {
      if (isDecided || isGone) return;
      isDecided = true;
      clearTimeout(timer);
      setDecision(isOffered ? "offered" : "none");
      if (!isOffered) destroy();
    };
    const timer = setTimeout(() => decide(false), DECISION_MS);
    const mounted = mount(decide, () => isGone || isDecided).catch(() => {
      decide(false);
      return null;
    });
    const destroy = () => void mounted.then((element) => element?.destroy());
    return () => {
      isGone = true;
      clearTimeout(timer);
      destroy();
    };
  }, [amount, currency]);

  return { box, decision };
}
