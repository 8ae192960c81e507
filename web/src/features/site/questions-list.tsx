import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { InlineText, type Part, partsOf, TextBlocks } from "./information-text.tsx";

/**
 * Renders groups of questions whose answers expand. An address may name a question, and an open one sets the address.
 */
export function QuestionsList({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ heading, blocks }) => (
    <section key={heading?.id ?? ""} aria-labelledby={heading?.id} className="mb-8">
      {heading ? (
        <h2 id={heading.id} className="mb-3 scroll-mt-6 font-title text-xl">
          <InlineText runs={heading.text} />
        </h2>
      ) : null}
      <div className="divide-y divide-line overflow-clip rounded-xl border border-line bg-surface">
        {partsOf(blocks, 3).map((question) => (
          <Question key={question.heading?.id ?? ""} {...question} />
        ))}
      </div>
    </section>
  ));
}

function Question({ heading, blocks }: Part) {
  const details = useRef<HTMLDetailsElement>(null);
  // A question that was expanded before hydration fired no event.
  useEffect(() => {
    if (details.current?.open) updateAddress(details.current);
  }, []);
  if (!heading)
    return (
      <div className="p-5 text-text/85">
        <TextBlocks blocks={blocks} />
      </div>
    );
  return (
    <details
      ref={details}
      id={heading.id}
      onToggle={({ currentTarget }) => updateAddress(currentTarget)}
      className="group scroll-mt-6"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3.5 -outline-offset-4 hover:bg-white/5 [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 font-medium">
          <InlineText runs={heading.text} />
        </h3>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="px-5 pt-1 pb-5 leading-7 text-text/85">
        <TextBlocks blocks={blocks} />
      </div>
    </details>
  );
}

// Users copy the address, and it opens the same answer for the recipient.
function updateAddress({ id, open }: HTMLDetailsElement): void {
  const isNamed = location.hash === `#${id}`;
  if (isNamed === open) return;
  const address = location.pathname + location.search;
  history.replaceState(history.state, "", open ? `${address}#${id}` : address);
}
