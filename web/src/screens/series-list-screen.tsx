import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { SeriesCount } from "../features/catalogue/series-count.tsx";
import { SeriesListPending } from "../features/catalogue/series-list.tsx";
import { useSite } from "../features/site/site-context.ts";
import type { MessageId } from "../lib/messages.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

interface SeriesListScreenProps {
  documentTitle: MessageId;
  /** The list; without it, the heading of a list that loads. */
  children?: ReactNode;
  heading?: ReactNode;
}

/** Renders a screen with one list of series that belongs to the member. */
export function SeriesListScreen({ documentTitle, heading, children }: SeriesListScreenProps) {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t(documentTitle, { site: name }));
  // A full screen high: a short list does not let the footer jump up.
  return (
    <div className="min-h-dvh">
      {children ?? (
        <>
          {heading}
          <SeriesListPending />
        </>
      )}
    </div>
  );
}

interface SeriesListHeadingProps {
  text: string;
  /** Classes of the heading's text size. */
  size: string;
  count?: number;
  children?: ReactNode;
}

/** Renders the heading of a member's list with the number of series, and further content next to it. */
export function SeriesListHeading({ text, size, count = 0, children }: SeriesListHeadingProps) {
  return (
    <div className="gutter mb-2 flex min-h-14 flex-wrap items-center gap-x-4 py-2">
      <h1 className={`font-title ${size}`}>{text}</h1>
      {count > 0 ? (
        <p className="tabular text-sm text-muted">
          <SeriesCount count={count} />
        </p>
      ) : null}
      {children}
    </div>
  );
}

interface EmptySeriesListProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The label of the link to all series. */
  link: string;
}

/** Renders an empty list of a member. */
export function EmptySeriesList({ icon: Icon, title, text, link }: EmptySeriesListProps) {
  return (
    <Message icon={<Icon aria-hidden className="size-7" />} title={title}>
      <p>{text}</p>
      <ButtonLink shape="primary" href="/browse/all">
        {link}
      </ButtonLink>
    </Message>
  );
}
