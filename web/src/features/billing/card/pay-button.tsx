import { LoaderCircle } from "lucide-react";
import { useMessages } from "../../../lib/use-language.ts";
import type { PayStep } from "./use-order-answers.ts";

const labels = { bank: "pay.bank", checking: "pay.checking" } as const;

interface PayButtonProps {
  step: PayStep;
  /** What the button does, and what it says while it does it. */
  label: string;
  busyLabel: string;
  ready: boolean;
}

/** Renders the button that submits the card form; its label shows the step of the payment. */
export function PayButton({ step, label, busyLabel, ready }: PayButtonProps) {
  const t = useMessages();
  const isBusy = step !== "idle";
  return (
    <button
      type="submit"
      disabled={!ready}
      aria-disabled={isBusy}
      className="primary flex min-h-13 w-full items-center justify-center gap-2.5 rounded-lg px-6 py-2 text-center leading-5 font-semibold transition-transform duration-150 ease-out select-none active:scale-[0.98] disabled:opacity-60"
    >
      {isBusy ? <LoaderCircle aria-hidden className="size-5 animate-spin" /> : null}
      <span aria-live="polite" className="tabular">
        {step === "idle" ? label : step === "paying" ? busyLabel : t(labels[step])}
      </span>
    </button>
  );
}
