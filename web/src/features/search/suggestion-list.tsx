import type { SeriesCard } from "@cliffhanger/contract";
import { ArrowUpRight, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";
import { Highlighted } from "./highlighted.tsx";

/** A choice among the suggestions: a keyword to search for, or a series to open. */
export type Choice = { kind: "keyword"; name: string } | { kind: "series"; series: SeriesCard };

interface SuggestionListProps {
  /** The list's id; a choice's id appends its index. */
  id: string;
  hidden: boolean;
  choices: readonly Choice[];
  /** The choice that the arrow keys selected, -1 for none. */
  active: number;
  keyword: string;
  onChoose: (choice: Choice) => void;
  /** Searches for the typed text itself. */
  onSearch: () => void;
}

/** Renders the suggestions: names first, then the series found. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, hidden, choices, active, keyword, onChoose, onSearch } = props;
  const t = useMessages();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div hidden={hidden} className="gutter mx-auto max-w-4xl pb-8">
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t("search.suggestions")}
        className="-mx-3"
      >
        {choices.map((choice, at) => (
          <button
            type="button"
            tabIndex={-1}
            key={choice.kind === "keyword" ? `name ${choice.name}` : choice.series.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            // The field keeps the focus, and with it the keyboard of a phone.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
            className="flex min-h-13 w-full items-center gap-4 rounded-md px-3 text-left hover:bg-white/5 aria-selected:bg-raised"
          >
            {choice.kind === "keyword" ? (
              <Name name={choice.name} keyword={keyword} />
            ) : (
              <Series series={choice.series} keyword={keyword} />
            )}
          </button>
        ))}
      </div>
      {choices.length > 0 ? null : <p className="py-3 text-muted">{t("search.nothingYet", { keyword })}</p>}
      <button
        type="button"
        onClick={onSearch}
        className="mt-2 flex min-h-11 items-center gap-2 font-medium text-accent"
      >
        {t("search.all", { keyword })}
      </button>
    </div>
  );
}

function Name({ name, keyword }: { name: string; keyword: string }) {
  return (
    <>
      <Search aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        <Highlighted text={name} keyword={keyword} />
      </span>
      <ArrowUpRight aria-hidden className="size-5 shrink-0 text-muted" />
    </>
  );
}

function Series({ series, keyword }: { series: SeriesCard; keyword: string }) {
  const t = useMessages();
  const tags = series.tags.map(({ name }) => name).slice(0, 2);
  return (
    <>
      <Picture
        image={series.poster}
        sizes="44px"
        className="relative my-1.5 h-16.5 w-11 shrink-0 rounded-sm"
      />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Highlighted text={series.title} keyword={keyword} />
        </span>
        <span className="block truncate text-sm text-muted">
          {[t("series.episodes", { count: series.episodeCount }), ...tags].join(" · ")}
        </span>
      </span>
    </>
  );
}
