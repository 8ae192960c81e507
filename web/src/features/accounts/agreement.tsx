import { useId } from "react";
import { useMessages } from "../../lib/use-language.ts";
import type { Fault } from "./fault.ts";
import { runsOf } from "./marked-text.ts";

const pages: Record<string, string> = { terms: "/serviceAgreement", privacy: "/privacyPolicy" };

/**
 * Renders the checkbox "I agree", unticked at first (R50), with links to the documents (R51). They open in a new tab,
 * so that the form keeps its values.
 */
export function Agreement({ fault }: { fault: Fault | null }) {
  const t = useMessages();
  const id = useId();
  const message = fault?.fields["agree"];
  return (
    <div>
      <div className="flex gap-1">
        <label htmlFor={id} className="-ml-2.5 flex size-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            id={id}
            name="agree"
            value="yes"
            required
            aria-labelledby={`${id}-words`}
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${id}-fault` : undefined}
            className="size-6 accent-(--color-accent)"
          />
        </label>
        <p id={`${id}-words`} className="min-w-0 pt-2.5 text-sm wrap-anywhere hyphens-auto text-muted">
          {runsOf(t("register.agree")).map(({ mark, text }) => {
            if (mark === "agree") return <Label key={text} id={id} text={text} />;
            return mark ? <DocumentLink key={text} mark={mark} text={text} /> : text;
          })}
        </p>
      </div>
      {message ? (
        <p id={`${id}-fault`} className="mt-1.5 text-sm font-medium text-accent">
          {message}
        </p>
      ) : null}
    </div>
  );
}

function Label({ id, text }: { id: string; text: string }) {
  return (
    <label htmlFor={id} className="font-medium text-text">
      {text}
    </label>
  );
}

/** Renders a link to the document that a mark of a message names, in a new tab. */
export function DocumentLink({ mark, text }: { mark: string; text: string }) {
  const t = useMessages();
  return (
    <a
      href={pages[mark] ?? "/"}
      target="_blank"
      rel="noopener noreferrer"
      className="text-text underline underline-offset-4"
    >
      {text}
      <span className="sr-only"> {t("account.newTab")}</span>
    </a>
  );
}
