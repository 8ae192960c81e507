import type { PlanList } from "@cliffhanger/contract";
import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Choices } from "./choices.tsx";
import { Consent } from "./consent.tsx";
import { KeepBox } from "./keep-box.tsx";
import { Methods } from "./methods.tsx";
import { SavedSegments } from "./saved-segments.tsx";
import { savedFor } from "./selection.ts";
import { SubmitBar } from "./submit-bar.tsx";
import { TermsLine } from "./terms-line.tsx";
import type { Checkout } from "./use-checkout.ts";

interface CheckoutFormProps {
  sale: PlanList;
  checkout: Checkout;
  /** The text that says what an unlock opens. */
  unlockText: string;
  /** Whether it is shown in a sheet over a video, with as little text as possible. */
  brief?: boolean;
  /** How the part with the button sticks while the rest scrolls under it. */
  footClassName: string;
  /** The terms of an account that the box covers too, for a buyer without one. */
  accountTerms?: ReactNode;
  /** Further content above the button. */
  children?: ReactNode;
}

/** Renders all choices before a payment, and the one button. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { sale, checkout, unlockText, brief = false, footClassName, accountTerms, children } = props;
  const t = useMessages();
  const { selection, sold, fault } = checkout;
  const about = (part: "choice" | "agree" | "order") => (fault?.about === part ? fault.message : null);
  const box = useRef<HTMLDivElement>(null);
  // Scrolls a missing choice into the viewport, clear of the button, and focuses it.
  useEffect(() => {
    if (!fault) return;
    const selector = { choice: "input[type=radio]", agree: "input[type=checkbox]", order: "[role=alert]" }[
      fault.about
    ];
    const element = box.current?.querySelector<HTMLElement>(selector);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
  }, [fault]);
  return (
    <>
      <div ref={box} className="space-y-4">
        <p role="alert" className="rounded-lg border border-accent bg-raised px-4 py-3 text-sm empty:hidden">
          {about("order")}
        </p>
        <Choices
          plans={sale.plans}
          lastPlan={sale.resume}
          unlock={sale.unlock && { ...sale.unlock, text: unlockText }}
          chosen={selection.choice}
          onChoose={checkout.choose}
          fault={about("choice")}
        />
        <Methods methods={sale.methods} chosen={selection.method} onChoose={checkout.payBy}>
          <SavedSegments
            saved={savedFor(selection.choice, sale.saved)}
            chosen={selection.method}
            onChoose={checkout.payBy}
          />
        </Methods>
        {selection.method === "paypal" && sold?.kind === "unlock" ? (
          <KeepBox text={sale.consent.keep.paypal} kept={checkout.kept} onKeep={checkout.keep} />
        ) : null}
        {sold ? (
          <Consent
            key={sold.kind}
            brief={brief}
            text={sold.kind === "unlock" ? sale.consent.unlockText : sale.consent.text}
            agreed={checkout.agreed}
            onAgree={checkout.agree}
            fault={about("agree")}
          >
            {accountTerms}
          </Consent>
        ) : null}
        {children}
      </div>
      <div className={footClassName}>
        <p aria-live="polite" className="mb-2.5 text-sm text-text/85">
          {sold && selection.method ? (
            <TermsLine
              price={sold.price}
              periodDays={sold.kind === "subscribe" ? sold.plan.periodDays : null}
              method={checkout.saved?.type ?? (selection.method === "paypal" ? "paypal" : "card")}
              begins={sale.at}
            />
          ) : (
            t("offer.nothingChosen")
          )}
        </p>
        <SubmitBar
          sold={sold}
          suggested={checkout.suggested}
          saved={checkout.saved ?? null}
          busy={checkout.step === "leave"}
          onSubmit={checkout.submit}
        />
      </div>
    </>
  );
}
