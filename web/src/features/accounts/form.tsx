import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import type { Fault } from "./fault.ts";
import type { Submission } from "./use-submit.ts";

interface FormProps {
  submission: Submission;
  /** The label of the button. */
  submit: string;
  shape?: "primary" | "quiet";
  /** What may help after a refusal, below its message. */
  onward?: (fault: Fault) => ReactNode;
  children: ReactNode;
}

/** Renders fields, the message of a refusal, which is announced at once, and one button. */
export function Form({ submission, submit, shape = "primary", onward, children }: FormProps) {
  const { busy, fault, ready, onSubmit } = submission;
  return (
    <form method="post" noValidate aria-busy={busy} onSubmit={onSubmit} className="space-y-5">
      <FaultAlert fault={fault} onward={onward} />
      {children}
      <Button shape={shape} type="submit" disabled={!ready} aria-disabled={busy} className="w-full">
        {busy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
        {submit}
      </Button>
    </form>
  );
}

function FaultAlert({ fault, onward }: { fault: Fault | null; onward?: FormProps["onward"] }) {
  return (
    <div role="alert">
      {fault?.message ? (
        <div className="rounded-lg border border-accent bg-surface px-4 py-3 text-sm">
          <p>{fault.message}</p>
          <RetryHint key={fault.retryAfter} fault={fault} />
          {onward?.(fault)}
        </div>
      ) : null}
      {fault ? <p className="sr-only">{Object.values(fault.fields).join(" ")}</p> : null}
    </div>
  );
}

// When to retry (429); hidden as soon as that moment has come.
function RetryHint({ fault }: { fault: Fault }) {
  const t = useMessages();
  const language = useLanguage();
  const [isOver, setOver] = useState(false);
  const waitS = fault.retryAfter;
  useEffect(() => {
    if (!waitS) return undefined;
    const timer = setTimeout(() => setOver(true), waitS * 1000);
    return () => clearTimeout(timer);
  }, [waitS]);
  if (!waitS) return null;
  // Minutes are precise enough for a long wait.
  const seconds = waitS < 100 ? waitS : Math.ceil(waitS / 60) * 60;
  const text = isOver
    ? t("account.retryNow")
    : t("account.retryIn", { time: formatSpokenTime(seconds, language) });
  return <p className="mt-1 font-medium">{text}</p>;
}
