import type { Method } from "@cliffhanger/contract";
import { CreditCard } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Segment } from "./choices.tsx";
import { type NewMethod, namedMethods, type PayMethod } from "./selection.ts";

interface MethodsProps {
  methods: readonly Method[];
  chosen: PayMethod | null;
  onChoose: (method: NewMethod) => void;
  /** The saved methods, which come first. */
  children?: ReactNode;
}

/** Renders the choice of card or PayPal (R6); a single method is preselected. */
export function Methods({ methods, chosen, onChoose, children }: MethodsProps) {
  const t = useMessages();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t("offer.method")}</legend>
      <div className="flex flex-wrap gap-2.5">
        {children}
        {namedMethods(methods).map((type) => (
          <Segment
            key={type}
            name="method"
            value={type}
            checked={chosen === type}
            onChoose={() => onChoose(type)}
          >
            {type === "card" ? <CreditCard aria-hidden className="size-5 shrink-0" /> : null}
            {t(`offer.by.${type}`)}
          </Segment>
        ))}
      </div>
    </fieldset>
  );
}
