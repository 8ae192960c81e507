import { Link } from "wouter";
import { formatClock } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { continueAt } from "./continue-at.ts";
import type { HistoryRow } from "./queries.ts";
import { RemoveButton } from "./remove-button.tsx";
import { useRemove } from "./use-remove.ts";

/** Renders a series of the history: its last episode and the position in it; a tap continues it (R22). */
export function HistoryEntry({ row }: { row: HistoryRow }) {
  const t = useMessages();
  const remove = useRemove("history");
  const { series, episode, position, duration, done } = row;
  const name = t("series.episode", { number: episode.number });
  return (
    <li className="flex items-center gap-1 rounded-md border border-line bg-surface pr-1 transition-colors duration-150 hover:bg-raised">
      <Link
        href={continueAt(row)?.href ?? `/videos/${series.id}`}
        className="flex min-w-0 flex-1 items-center gap-[min(1rem,4vw)] rounded-md p-2.5 pr-0"
      >
        <Picture
          image={series.poster}
          sizes="64px"
          className="relative h-[min(6rem,96px)] w-[min(4rem,64px)] shrink-0 rounded-sm"
        />
        <span className="min-w-0 flex-1">
          <span className="block leading-5 font-medium wrap-break-word hyphens-auto">{series.title}</span>
          <span className="mt-1 block text-sm wrap-break-word hyphens-auto text-muted">
            {episode.title ? `${name} · ${episode.title}` : name}
          </span>
          <ProgressBar
            share={done ? 1 : duration > 0 ? position / duration : 0}
            className="mt-2.5 block rounded-full"
          />
          <span className="tabular mt-1.5 block text-xs text-muted">
            {done
              ? t("library.finished")
              : t("library.ofDuration", { position: formatClock(position), duration: formatClock(duration) })}
          </span>
        </span>
      </Link>
      <RemoveButton label={t("library.takeOff", { title: series.title })} onRemove={() => remove(series)} />
    </li>
  );
}
