import { ChevronDown } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { InlineText, type Part } from "./information-text.tsx";

interface ContentsProps {
  parts: readonly Part[];
  /** Whether the parts are numbered, as in a contract. */
  numbered: boolean;
}

/**
 * Renders the table of contents of a long page: next to the text where there is room, collapsed above it on a phone.
 */
export function ContentsList({ parts, numbered }: ContentsProps) {
  const t = useMessages();
  const list = <Entries parts={parts} numbered={numbered} />;
  return (
    <>
      <details className="group mb-8 max-w-[34rem] rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 font-medium [&::-webkit-details-marker]:hidden">
          {t("info.contents")}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <nav aria-label={t("info.contents")} className="border-t border-line px-4 py-2">
          {list}
        </nav>
      </details>
      <nav
        aria-label={t("info.contents")}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto pr-2 lg:block"
      >
        <p className="mb-2 text-sm font-semibold">{t("info.contents")}</p>
        {list}
      </nav>
    </>
  );
}

function Entries({ parts, numbered }: ContentsProps) {
  return (
    <ol>
      {parts.map(({ heading }, index) =>
        heading ? (
          <li key={heading.id}>
            <a
              href={`#${heading.id}`}
              className="flex min-h-11 items-center gap-3 py-1.5 text-sm leading-5 text-muted hover:text-text"
            >
              {numbered ? <span className="tabular w-5 shrink-0 text-right">{index + 1}</span> : null}
              <span className="min-w-0">
                <InlineText runs={heading.text} />
              </span>
            </a>
          </li>
        ) : null,
      )}
    </ol>
  );
}
