import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";

interface SectionHeadingProps {
  id: string;
  title: string;
  /** The address of the whole list; null where there is none. */
  href: string | null;
  /** Whether the list has more than is shown here. */
  hasMore?: boolean;
}

/** Renders a section's name as a link to the whole list: all that a visitor without scripts gets of a later section. */
export function SectionHeading({ id, title, href, hasMore = false }: SectionHeadingProps) {
  const t = useMessages();
  return (
    <div className="group relative gutter mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 lg:mb-2">
      <h2
        id={id}
        className="min-w-0 flex-[1_1_9em] text-lg font-semibold wrap-break-word hyphens-auto md:text-xl"
      >
        {href ? (
          // Its area is that of the whole line, with the word at the end of it.
          <Link href={href} className="after:absolute after:inset-0">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {hasMore ? (
        <span aria-hidden className="shrink-0 text-sm text-muted group-hover:text-text">
          {t("home.more")}
        </span>
      ) : null}
    </div>
  );
}
