import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { type ContinuePoint, continueAt } from "./continue-at.ts";
import { setContinueHint } from "./continue-hint.ts";
import { type HistoryRow, recentQuery, refreshList } from "./queries.ts";
import { useRemoved } from "./removals.ts";
import { RemoveButton } from "./remove-button.tsx";
import { onProgressArrived } from "./reporter.ts";
import { removalKey, useRemove } from "./use-remove.ts";

interface ContinueRowProps {
  /** The placeholder until the answer arrives; null without a hint. */
  waiting: ReactNode;
  /** Renders the section around the cards. */
  frame: (title: string, cards: ReactNode) => ReactNode;
}

/** Renders the series that the viewer has not finished, newest first (R39); nothing where there are none. */
export function ContinueRow({ waiting, frame }: ContinueRowProps) {
  const t = useMessages();
  const client = useQueryClient();
  const { data, isPending } = useQuery({ ...recentQuery(useLanguage()), placeholderData: keepPreviousData });
  const removed = useRemoved();
  const entries = (data?.list ?? []).flatMap((row) => {
    const next = removed.has(removalKey("history", row.series.id)) ? null : continueAt(row);
    return next ? [{ row, next }] : [];
  });
  const hasEntries = entries.length > 0;

  useEffect(() => onProgressArrived(() => void refreshList(client, "history")), [client]);
  useEffect(() => {
    if (data) setContinueHint(hasEntries);
  }, [data, hasEntries]);

  if (isPending) return waiting;
  if (!hasEntries) return null;
  return frame(
    t("library.continue"),
    entries.map(({ row, next }) => <ContinueCard key={row.series.id} row={row} next={next} />),
  );
}

function ContinueCard({ row: { series }, next }: { row: HistoryRow; next: ContinuePoint }) {
  const t = useMessages();
  const remove = useRemove("history");
  const { number, share, href } = next;
  return (
    <li className="relative row-card">
      <Link href={href} className="group block rounded-md">
        <span className="relative block overflow-hidden rounded-md">
          <Picture
            image={series.poster}
            sizes="(width >= 48rem) 168px, 34vw"
            className="relative block aspect-2/3"
            imageClassName="transition-transform duration-250 ease-out group-hover:scale-[1.03]"
          />
          {share > 0 ? <ProgressBar share={share} className="absolute inset-x-0 bottom-0" /> : null}
        </span>
        <span className="mt-2 line-clamp-2 text-sm font-medium wrap-break-word hyphens-auto">
          {series.title}
        </span>
        <span className="block truncate text-xs text-muted">
          <span aria-hidden={share > 0}>{t("series.episode", { number })}</span>
          {share > 0 ? (
            <span className="sr-only">{t("library.at", { number, percent: Math.round(share * 100) })}</span>
          ) : null}
        </span>
      </Link>
      <RemoveButton
        label={t("library.takeOff", { title: series.title })}
        onRemove={() => remove(series)}
        className="absolute top-0 right-0"
      />
    </li>
  );
}
