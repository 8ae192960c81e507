import type { Data, SeriesCard } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { suggestionsQuery } from "./queries.ts";
import { type Choice, SuggestionList } from "./suggestion-list.tsx";
import { useSettled } from "./use-settled.ts";

/** Long enough for the next letter to come first. */
const PAUSE_MS = 120;
const LONGEST_KEYWORD = 100;

interface SearchBoxProps {
  /** What stands in the field at first. */
  initial?: string;
  /** Whether the cursor is in the field from the start. */
  focus: boolean;
  onSearch: (keyword: string) => void;
  onOpen: (series: SeriesCard) => void;
  onCancel: () => void;
  /** What stands below while nothing is suggested. */
  children: ReactNode;
}

/** The search field with its suggestions: a combobox after the ARIA pattern (R23). */
export function SearchBox({ initial = "", focus, onSearch, onOpen, onCancel, children }: SearchBoxProps) {
  const t = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState(initial);
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const keyword = useSettled(text.trim(), PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...suggestionsQuery(keyword, useLanguage()),
    ...(typing ? {} : { enabled: false }),
  });
  const open = typing && text.trim() !== "" && data !== undefined;
  const choices: Choice[] = open
    ? [
        ...namesBeside(data).map((name) => ({ kind: "keyword" as const, name })),
        ...data.list.map((series) => ({ kind: "series" as const, series })),
      ]
    : [];

  // What is typed at the very moment in which React takes the field over stands there, and React tells nobody.
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value;
    if (typed !== undefined && typed !== text) type(typed);
  });
  useEffect(() => takeOver(), []);
  useEffect(() => {
    // After the frame around the screens, which takes the focus to the new screen as a whole.
    const timer = focus ? setTimeout(() => field.current?.focus()) : undefined;
    return () => clearTimeout(timer);
  }, [focus]);

  function type(value: string) {
    setText(value);
    setTyping(true);
    setActive(-1);
  }

  function search(words: string) {
    if (words.trim() === "") return field.current?.focus();
    setTyping(false);
    setText(words.trim());
    field.current?.blur();
    return onSearch(words.trim());
  }

  function choose(choice: Choice) {
    if (choice.kind === "keyword") search(choice.name);
    else onOpen(choice.series);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (open) setTyping(false);
      else if (text !== "") type("");
      else onCancel();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || choices.length === 0) return;
    event.preventDefault();
    // One place more than there are choices: the field itself.
    const places = choices.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  }

  return (
    <>
      <search className="sticky top-0 z-20 block bg-ground">
        {/* Without the app, the server leads on to what is found. */}
        <form
          action="/search"
          onSubmit={(event) => {
            event.preventDefault();
            const chosen = choices[active];
            if (chosen) choose(chosen);
            else search(text);
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
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
              placeholder={t("search.placeholder")}
              value={text}
              maxLength={LONGEST_KEYWORD}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              className="h-13 w-full min-w-0 rounded-full border border-line bg-surface pr-[48px] pl-[calc(1rem+32px)] text-base outline-offset-0 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
            />
            {text === "" ? null : (
              <button
                type="button"
                aria-label={t("search.clear")}
                title={t("search.clear")}
                onClick={() => {
                  type("");
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
      <p role="status" className="sr-only">
        {open && !isPlaceholderData ? t("search.suggested", { count: choices.length }) : ""}
      </p>
      <SuggestionList
        id={listId}
        hidden={!open}
        choices={choices}
        active={active}
        keyword={text.trim()}
        onChoose={choose}
        onSearch={() => search(text)}
      />
      <div hidden={open}>{children}</div>
    </>
  );
}

/** Names suggested; those of the series that stand below would only be there twice. */
function namesBeside({ list, suggestions = [] }: Data<"GET /api/homepage/query">): string[] {
  const titles = new Set(list.map(({ title }) => title));
  return suggestions.filter((name) => !titles.has(name)).slice(0, 5);
}
