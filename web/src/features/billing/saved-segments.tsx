import type { SavedMethod } from "@cliffhanger/contract";
import { Segment } from "./choices.tsx";
import { nameSaved } from "./describe-method.ts";
import { bySaved, type PayMethod } from "./selection.ts";

interface SavedSegmentsProps {
  saved: readonly SavedMethod[];
  chosen: PayMethod | null;
  onChoose: (method: PayMethod) => void;
}

/** Renders the saved methods among the ways to pay, each as its owner knows it. */
export function SavedSegments({ saved, chosen, onChoose }: SavedSegmentsProps) {
  return saved.map((method) => {
    const value = bySaved(method.id);
    const isCard = method.type === "card";
    return (
      // A card stands beside the other ways; an address needs a row of its own.
      <span key={value} className={`flex ${isCard ? "flex-1" : "basis-full"}`}>
        <Segment name="method" value={value} checked={chosen === value} onChoose={() => onChoose(value)}>
          <span className={`tabular min-w-0 ${isCard ? "whitespace-nowrap" : "wrap-anywhere"}`}>
            {nameSaved(method)}
          </span>
        </Segment>
      </span>
    );
  });
}
