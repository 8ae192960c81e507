import { Clock, X } from "lucide-react";
import { useState } from "react";
import { storage } from "../../lib/storage.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { clearSearches, readSearches, removeSearch } from "./history.ts";

/** Renders the searches of this device: each can be repeated or removed, and all can be cleared (R23). */
export function SearchHistory({ onSearch }: { onSearch: (keyword: string) => void }) {
  const t = useMessages();
  const isHydrated = useHydrated();
  const [list, setList] = useState<string[] | null>(null);
  const shown = list ?? (isHydrated ? readSearches(storage) : []);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="search-history" className="mb-7">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id="search-history" className="text-lg font-semibold">
          {t("search.history")}
        </h2>
        <button
          type="button"
          onClick={() => setList(clearSearches(storage))}
          className="min-h-11 text-sm text-muted hover:text-text"
        >
          {t("search.clearHistory")}
        </button>
      </div>
      <ul>
        {shown.map((keyword) => (
          <li key={keyword} className="-mx-3 flex items-center rounded-md hover:bg-white/5">
            <button
              type="button"
              onClick={() => onSearch(keyword)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-4 pl-3 text-left"
            >
              <Clock aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="truncate">{keyword}</span>
            </button>
            <button
              type="button"
              aria-label={t("search.forget", { keyword })}
              title={t("search.forget", { keyword })}
              onClick={() => setList(removeSearch(storage, keyword))}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-text"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
