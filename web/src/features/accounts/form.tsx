import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import type { Fault } from "./fault.ts";
import type { Submission } from "./use-submit.ts";

interface FormProps {
  submission: Submission;
  /** What the button says. */
  submit: string;
  shape?: "primary" | "quiet";
  /** What may help on after a refusal, under its words. */
  onward?: (fault: Fault) => ReactNode;
  children: ReactNode;
}

/** Fields, the words of a refusal where they are heard at once, and one button. */
export function Form({ submission, submit, shape = "primary", onward, children }: FormProps) {
  const { busy, fault, ready, onSubmit } = submission;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={onSubmit} className="space-y-5">
      <FaultWords fault={fault} onward={onward} />
      {children}
      <Button shape={shape} type="submit" disabled={!ready} aria-disabled={busy} className="w-full">
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
        {submit}
      </Button>
    </form>
  );
}

function FaultWords({ fault, onward }: { fault: Fault | null; onward?: FormProps["onward"] }) {
  return (
    <div role="alert">
      {fault?.message ? (
        <div className="rounded-lg border border-accent bg-surface px-4 py-3 text-sm">
          <p>{fault.message}</p>
          <RetryWords key={fault.retryAfter} fault={fault} />
          {onward?.(fault)}
        </div>
      ) : null}
      {fault ? <p className="sr-only">{Object.values(fault.fields).join(" ")}</p> : null}
    </div>
  );
}

// When another try makes sense (429); gone as soon as that moment is here.
function RetryWords({ fault }: { fault: Fault }) {
  const t = useMessages();
  const language = useLanguage();
  const [over, setOver] = useState(false);
  const wait = fault.retryAfter;
  useEffect(() => {
    if (!wait) return undefined;
    const timer = setTimeout(() => setOver(true), wait * 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  if (!wait) return null;
  // Minutes are enough for a long wait.
  const seconds = wait < 100 ? wait : Math.ceil(wait / 60) * 60;
  const words = over
    ? t("account.retryNow")
    : t("account.retryIn", { time: formatSpokenTime(seconds, language) });
  return <p className="mt-1 font-medium">{words}</p>;
}
