import type { Money } from "@cliffhanger/contract";
import { ChevronLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { JoinForm } from "../features/accounts/join-form.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useMessages } from "../lib/use-language.ts";

interface JoinStepProps {
  /** What waits for the account, and what it costs. */
  name: string;
  price: Money;
  returnTo: string;
  /** Whether the terms of an account were agreed to with the purchase. */
  hasAgreed: boolean;
  onJoined: () => Promise<void>;
  onBack: () => void;
}

/** The account that a purchase needs, in the middle of it: nothing that was chosen is lost, and it goes on by itself. */
export function JoinStep({ name, price, returnTo, hasAgreed, onJoined, onBack }: JoinStepProps) {
  const t = useMessages();
  const { facebook } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  // The step takes the place of another one: whoever listens begins at its name.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="join-heading" className="min-w-0">
      <button
        type="button"
        onClick={onBack}
        className="-ml-2 inline-flex min-h-11 items-center gap-1 pr-3 text-sm text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-5" />
        {t("join.back")}
      </button>
      <h2 id="join-heading" ref={heading} tabIndex={-1} className="font-title text-xl">
        {t("join.heading")}
      </h2>
      <p className="mt-1 text-sm text-muted">{t("join.text")}</p>
      <p className="my-4 flex flex-wrap items-baseline justify-between gap-x-4 rounded-lg bg-raised px-4 py-3">
        <span className="min-w-0 font-medium wrap-break-word">{name}</span>
        <span className="tabular font-semibold">{price.display}</span>
      </p>
      <JoinForm returnTo={returnTo} facebook={facebook} hasAgreed={hasAgreed} onJoined={onJoined} />
    </section>
  );
}
