import { Search, X } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { useMessages } from "../../lib/use-language.ts";

const MAX_LENGTH = 100;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** The id of the list that the field controls. */
  listId: string;
  /** Whether the list has choices. */
  expanded: boolean;
  /** The choice that the arrow keys selected, -1 for none. */
  active: number;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onSubmit: () => void;
  onCancel: () => void;
}

/** Renders the search form: the combobox, its clear button and the button that leaves the search. */
export function SearchField(props: SearchFieldProps) {
  const { field, text, listId, expanded, active, onType, onKeyDown, onSubmit, onCancel } = props;
  const t = useMessages();
  return (
    <search className="sticky top-0 z-20 block bg-ground">
      {/* Without JavaScript, the server redirects to the results. */}
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        className="gutter mx-auto flex max-w-4xl flex-wrap items-center justify-end gap-x-2 py-3"
      >
        <div className="relative flex min-w-[min(100%,12rem)] flex-1 items-center">
          <Search
            aria-hidden
            className="pointer-events-none absolute left-4 size-5 max-w-[24px] text-muted"
          />
          <input
            ref={field}
            type="search"
            name="keyword"
            role="combobox"
            aria-label={t("search.label")}
            aria-autocomplete="list"
            aria-expanded={expanded}
            aria-controls={listId}
            aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
            placeholder={t("search.placeholder")}
            value={text}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-13 w-full min-w-0 rounded-full border border-line bg-surface pr-[48px] pl-[calc(1rem+32px)] text-base outline-offset-0 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
          />
          {text === "" ? null : (
            <button
              type="button"
              aria-label={t("search.clear")}
              title={t("search.clear")}
              onClick={() => {
                onType("");
                field.current?.focus();
              }}
              className="absolute right-1 inline-flex size-[44px] items-center justify-center rounded-full text-muted hover:text-text"
            >
              <X aria-hidden className="size-5 max-w-[24px]" />
            </button>
          )}
        </div>
        <button
          type="button"
          onClick={onCancel}
          className="min-h-11 shrink-0 rounded-md px-2 font-medium text-muted hover:text-text"
        >
          {t("search.cancel")}
        </button>
      </form>
    </search>
  );
}
