import type { SavedMethod } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { RetryLine } from "../../ui/retry-line.tsx";
import { ChangeMethodSheet } from "./change-method-sheet.tsx";
import { describeSaved } from "./describe-method.ts";
import { methodsQuery, paymentsQuery } from "./queries.ts";
import { RemoveMethodSheet } from "./remove-method-sheet.tsx";

/** Renders the saved payment methods on the account page, each of which can be removed. */
export function MethodsCard() {
  const t = useMessages();
  const { data, isError, refetch } = useQuery(methodsQuery(useLanguage()));
  return (
    <section
      aria-labelledby="saved-methods"
      className="rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)] md:p-6"
    >
      <h2
        id="saved-methods"
        className="flex items-center gap-2.5 text-lg font-semibold wrap-anywhere hyphens-auto"
      >
        <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
        {t("methods.heading")}
      </h2>
      {/* As high before the answer as with one method, so that nothing below moves. */}
      <div className="flow-root min-h-20">
        {data || isError ? null : (
          <span aria-hidden className="mt-4 block h-16 animate-pulse rounded-lg bg-raised" />
        )}
        {isError && !data ? <RetryLine className="mt-3" retry={() => void refetch()} /> : null}
        {data?.length === 0 ? <p className="mt-1 text-sm text-muted">{t("methods.none")}</p> : null}
        <ul className="mt-2 divide-y divide-line empty:hidden">
          {data?.map((method) => (
            <MethodRow key={method.id} method={method} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function MethodRow({ method }: { method: SavedMethod }) {
  const t = useMessages();
  const [step, setStep] = useState<"removing" | "changing" | null>(null);
  const subscription = useQuery(paymentsQuery(useLanguage())).data?.subscription;
  const name = describeSaved(method);
  const [year = "", month = ""] = method.expires?.split("-") ?? [];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2 text-sm">
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="font-medium wrap-break-word">{name}</p>
        {method.expires ? (
          <p className="tabular text-muted">{t("methods.expires", { date: `${month}/${year}` })}</p>
        ) : null}
        {method.renews ? <p className="text-gold">{t("methods.renews")}</p> : null}
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("methods.removeNamed", { method: name })}
        onClick={() => setStep("removing")}
        className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-text"
      >
        {t("methods.remove")}
      </button>
      <RemoveMethodSheet
        method={method}
        name={name}
        open={step === "removing"}
        onClose={() => setStep(null)}
        onChange={() => setStep("changing")}
      />
      {subscription ? (
        <ChangeMethodSheet
          subscription={subscription}
          open={step === "changing"}
          onClose={() => setStep(null)}
        />
      ) : null}
    </li>
  );
}
