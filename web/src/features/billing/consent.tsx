import { useId, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";

interface ConsentProps {
  /** What is agreed to, as the server keeps it with its version. */
  text: string;
  /** Only how it begins, and the rest on a tap: where there is little room. */
  brief?: boolean;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  fault: string | null;
}

/** The box "I agree", unticked at first (R50), with the words that are kept with the order. */
export function Consent({ text, brief = false, agreed, onAgree, fault }: ConsentProps) {
  const t = useMessages();
  const id = useId();
  const [whole, setWhole] = useState(!brief);
  return (
    <div>
      <div className="flex gap-1">
        <label htmlFor={id} className="-ml-2.5 flex size-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            id={id}
            checked={agreed}
            onChange={(event) => onAgree(event.currentTarget.checked)}
            aria-labelledby={`${id}-label`}
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}-words ${id}-fault`}
            className="size-6 accent-(--color-accent)"
          />
        </label>
        <div className="min-w-0 flex-1 pt-2.5 text-sm">
          <label id={`${id}-label`} htmlFor={id} className="font-medium text-text">
            {t("offer.agree")}
          </label>
          {/* Before the words, which may be long: what stands after them may be under the button. */}
          <p id={`${id}-fault`} role="alert" className="mt-0.5 text-sm font-medium text-accent empty:hidden">
            {fault}
          </p>
          <p
            id={`${id}-words`}
            className={`mt-0.5 text-xs wrap-break-word hyphens-auto text-muted ${whole ? "" : "line-clamp-2"}`}
          >
            {text}
          </p>
          {whole ? null : (
            <button
              type="button"
              onClick={() => setWhole(true)}
              className="-mb-2 inline-flex min-h-11 items-center text-xs font-medium text-text underline underline-offset-4"
            >
              {t("offer.readAll")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
