import { type ReactNode, useId, useState } from "react";
import { useMessages } from "../../lib/use-language.ts";

interface ConsentProps {
  /** The text of the consent, as the server stores it with its version. */
  text: string;
  /** Whether only its beginning is shown, and the rest after a tap: for little room. */
  brief?: boolean;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  fault: string | null;
  /** Further terms that the box covers, always shown in full. */
  children?: ReactNode;
}

/** Renders the checkbox "I agree", unticked at first (R50), with the text that is stored with the order. */
export function Consent({ text, brief = false, agreed, onAgree, fault, children }: ConsentProps) {
  const t = useMessages();
  const id = useId();
  const [isExpanded, setExpanded] = useState(!brief);
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
            aria-describedby={`${children ? `${id}-more ` : ""}${id}-words ${id}-fault`}
            className="size-6 accent-(--color-accent)"
          />
        </label>
        <div className="min-w-0 flex-1 pt-2.5 text-sm">
          <label id={`${id}-label`} htmlFor={id} className="font-medium text-text">
            {t("offer.agree")}
          </label>
          {/* Before the text, which may be long: content after it may be covered by the button. */}
          <p id={`${id}-fault`} role="alert" className="mt-0.5 text-sm font-medium text-accent empty:hidden">
            {fault}
          </p>
          {children ? (
            <p id={`${id}-more`} className="mt-0.5 text-xs wrap-break-word hyphens-auto text-muted">
              {children}
            </p>
          ) : null}
          <p
            id={`${id}-words`}
            className={`mt-0.5 text-xs wrap-break-word hyphens-auto text-muted ${isExpanded ? "" : "line-clamp-2"}`}
          >
            {text}
          </p>
          {isExpanded ? null : (
            <button
              type="button"
              onClick={() => setExpanded(true)}
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
