import type { SavedMethod } from "@cliffhanger/contract";
import { CreditCard } from "lucide-react";
import { Segment } from "./choices.tsx";
import { describeSaved } from "./describe-method.ts";
import type { PayMethod } from "./selection.ts";

interface SavedSegmentsProps {
  saved: readonly SavedMethod[];
  chosen: PayMethod | null;
  onChoose: (method: PayMethod) => void;
}

/** Renders the saved methods among the ways to pay, each as its owner knows it. */
export function SavedSegments({ saved, chosen, onChoose }: SavedSegmentsProps) {
  return saved.map((method) => {
    const value = `saved:${method.id}` as const;
    return (
      <Segment
        key={value}
        name="method"
        value={value}
        checked={chosen === value}
        onChoose={() => onChoose(value)}
      >
        {method.type === "card" ? <CreditCard aria-hidden className="size-5 shrink-0" /> : null}
        <span className="tabular min-w-0 wrap-anywhere">{describeSaved(method)}</span>
      </Segment>
    );
  });
}
