import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementLocale,
  StripeElementStyle,
} from "@stripe/stripe-js";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLanguage } from "../../../lib/use-language.ts";
import { brandName, type CardField, cardFault, type FieldState } from "./card-faults.ts";
import { fieldFonts } from "./field-fonts.ts";
import { loadGatewayScript } from "./gateway-script.ts";

/** What the gateway needs to show its fields. */
export interface CardGateway {
  publishableKey: string;
  scriptUrl: string;
}

/** The gateway's script, and the field that represents the whole card. */
export interface MountedGateway {
  stripe: Stripe;
  card: StripeCardNumberElement;
}

/** The fields that are the gateway's own: only it can read them. */
export interface CardFields {
  status: "loading" | "ready" | "failed";
  retry: () => void;
  /** The elements that contain the fields. */
  boxes: Record<CardField, RefObject<HTMLDivElement | null>>;
  states: Record<CardField, FieldState>;
  focused: CardField | null;
  brand: string | null;
  focus: (field: CardField) => void;
  /** Returns the gateway; null until it has loaded. */
  gateway: () => MountedGateway | null;
}

type Elements = {
  number: StripeCardNumberElement;
  expiry: StripeCardExpiryElement;
  cvc: StripeCardCvcElement;
};

const untouched: FieldState = { empty: true, complete: false, fault: null };

// The product's colours: an iframe does not inherit the page's styles.
const style: StripeElementStyle = {
  base: {
    color: "#f7f4f8",
    fontFamily: '"Figtree Variable", system-ui, sans-serif',
    fontSize: "16px",
    // The height of the frame, which centres the text.
    lineHeight: "44px",
    fontSmoothing: "antialiased",
    iconColor: "#a79fb2",
    "::placeholder": { color: "#a79fb2" },
  },
  invalid: { color: "#f7f4f8", iconColor: "#ff4f64" },
};

const locales: Record<string, StripeElementLocale> = { pt: "pt-BR" };

/**
 * Mounts the gateway's three fields in the page, in the product's colours and the app's language.
 * @param onChange called after each edit of a field, from the first render's closure, so it must be stable
 */
export function useCardFields(
  { publishableKey, scriptUrl }: CardGateway,
  onChange: (field: CardField) => void,
): CardFields {
  const language = useLanguage();
  const [status, setStatus] = useState<CardFields["status"]>("loading");
  const [attempt, setAttempt] = useState(0);
  const [states, setStates] = useState({ number: untouched, expiry: untouched, cvc: untouched });
  const [focused, setFocused] = useState<CardField | null>(null);
  const [brand, setBrand] = useState<string | null>(null);
  const boxes = {
    number: useRef<HTMLDivElement>(null),
    expiry: useRef<HTMLDivElement>(null),
    cvc: useRef<HTMLDivElement>(null),
  };
  const stripe = useRef<Stripe | null>(null);
  const elements = useRef<Elements | null>(null);

  const mount = useEffectEvent(async (isGone: () => boolean) => {
    const [create, fonts] = await Promise.all([loadGatewayScript(scriptUrl), fieldFonts()]);
    if (isGone()) return;
    stripe.current = create(publishableKey);
    const group = stripe.current.elements({
      locale: locales[language] ?? language,
      fonts,
    });
    const mounted: Elements = {
      number: group.create("cardNumber", { style, showIcon: false, disableLink: true }),
      expiry: group.create("cardExpiry", { style }),
      cvc: group.create("cardCvc", { style, placeholder: "123" }),
    };
    elements.current = mounted;
    mounted.number.on("change", (event) => setBrand(brandName(event.brand)));
    let waiting = 3;
    for (const field of ["number", "expiry", "cvc"] as const) {
      // One type for the three: the shared methods are the same in each.
      const element = mounted[field] as StripeCardExpiryElement;
      element.on("ready", () => {
        waiting -= 1;
        if (waiting === 0) setStatus("ready");
      });
      element.on("focus", () => setFocused(field));
      element.on("blur", () => setFocused((now) => (now === field ? null : now)));
      element.on("change", ({ empty, complete, error }) => {
        const fault = error ? (cardFault(error.code)?.key ?? "pay.faults.other") : null;
        setStates((all) => ({ ...all, [field]: { empty, complete, fault } }));
        onChange(field);
      });
      const box = boxes[field].current;
      if (box) element.mount(box);
    }
  });

  useEffect(() => {
    let isGone = false;
    // The initial state already matches the first attempt.
    if (attempt > 0) {
      setStatus("loading");
      setStates({ number: untouched, expiry: untouched, cvc: untouched });
    }
    mount(() => isGone).catch(() => (isGone ? undefined : setStatus("failed")));
    return () => {
      isGone = true;
      for (const element of Object.values(elements.current ?? {})) element.destroy();
      elements.current = null;
      stripe.current = null;
    };
  }, [attempt]);

  return {
    status,
    retry: () => setAttempt(attempt + 1),
    boxes,
    states,
    focused,
    brand,
    focus: (field) => elements.current?.[field].focus(),
    gateway: () =>
      stripe.current && elements.current ? { stripe: stripe.current, card: elements.current.number } : null,
  };
}
