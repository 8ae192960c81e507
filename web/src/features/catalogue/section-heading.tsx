import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";

interface SectionHeadingProps {
  id: string;
  title: string;
  /** The address of the whole list; null where all of it is shown. */
  more: string | null;
}

/** Renders a section's name, and a link to the whole list. */
export function SectionHeading({ id, title, more }: SectionHeadingProps) {
  const t = useMessages();
  return (
    <div className="gutter mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 lg:mb-2">
      <h2
        id={id}
        className="min-w-0 flex-[1_1_9em] text-lg font-semibold wrap-break-word hyphens-auto md:text-xl"
      >
        {title}
      </h2>
      {more ? (
        <Link
          href={more}
          className="relative flex min-h-11 shrink-0 items-center text-sm text-muted hover:text-text"
        >
          <span aria-hidden>{t("home.more")}</span>
          {/* As text, not as a label, because search engines read it too. */}
          <span className="sr-only">{t("home.scrollOn", { title })}</span>
        </Link>
      ) : null}
    </div>
  );
}
