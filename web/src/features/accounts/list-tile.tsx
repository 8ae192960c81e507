import type { SeriesCard } from "@cliffhanger/contract";
import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "wouter";
import { Picture } from "../../ui/picture.tsx";

interface ListTileProps {
  href: string;
  icon: LucideIcon;
  name: string;
  /** How many there are, or a hint when the list is empty; undefined while loading. */
  note: string | undefined;
  /** The newest entries; undefined while loading. */
  newest: readonly SeriesCard[] | undefined;
}

/** Renders a link to one of the user's lists, with its newest posters fanned out. */
export function ListTile({ href, icon: Icon, name, note, newest }: ListTileProps) {
  return (
    <Link
      href={href}
      className="group flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface p-[min(1rem,4vw)] hover:bg-raised"
    >
      <span className="flex min-w-0 items-center gap-[min(0.625rem,3vw)]">
        <Icon aria-hidden className="size-[min(1.25rem,24px)] shrink-0 text-muted" />
        <span className="min-w-0 flex-1 font-semibold wrap-break-word hyphens-auto">{name}</span>
        <ChevronRight aria-hidden className="size-[min(1.25rem,24px)] shrink-0 text-muted" />
      </span>
      <span className={`mt-auto flex max-w-48 ${newest ? "" : "animate-pulse"}`}>
        {places.map((place, index) => {
          const series = newest?.[index];
          return series ? (
            <Picture
              key={place}
              image={series.poster}
              sizes="88px"
              className={`${poster} ${place} shadow-lg shadow-black/50`}
            />
          ) : (
            <span key={place} className={`${poster} ${place} bg-raised`} />
          );
        })}
      </span>
      <span className="min-h-5 text-sm text-muted">{note}</span>
    </Link>
  );
}

// The newest poster is in front; the three fill the tile at any width.
const places = ["z-2", "z-1 -ml-[19%]", "z-0 -ml-[19%]"];
const poster = "relative block aspect-2/3 w-[46%] shrink-0 rounded-md border border-line";
