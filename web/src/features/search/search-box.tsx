import type { SeriesCard } from "@cliffhanger/contract";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../lib/use-language.ts";
import { SearchField } from "./search-field.tsx";
import { type Choice, SuggestionList } from "./suggestion-list.tsx";
import { useSuggestions } from "./use-suggestions.ts";

interface SearchBoxProps {
  /** The field's first text. */
  initial?: string;
  /** Whether the field has the focus from the start. */
  focus: boolean;
  onSearch: (keyword: string) => void;
  onOpen: (series: SeriesCard) => void;
  onCancel: () => void;
  /** The content below while the suggestions are closed. */
  children: ReactNode;
}

/** Renders the search field with its suggestions: a combobox by the ARIA pattern (R23). */
export function SearchBox({ initial = "", focus, onSearch, onOpen, onCancel, children }: SearchBoxProps) {
  const t = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState(initial);
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const { open, choices, stale } = useSuggestions(text.trim(), typing);

  // React leaves text that was typed during hydration in the field and fires no event for it.
  const adoptTyped = useEffectEvent(() => {
    const typed = field.current?.value;
    if (typed !== undefined && typed !== text) type(typed);
  });
  useEffect(() => adoptTyped(), []);
  useEffect(() => {
    // In a later task: the frame around the screens first moves the focus to the new screen.
    const timer = focus ? setTimeout(() => field.current?.focus()) : undefined;
    return () => clearTimeout(timer);
  }, [focus]);

  function type(value: string) {
    setText(value);
    setTyping(true);
    setActive(-1);
  }

  function search(keyword: string) {
    if (keyword.trim() === "") return field.current?.focus();
    setTyping(false);
    setText(keyword.trim());
    field.current?.blur();
    return onSearch(keyword.trim());
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
    // The field itself is one more position than there are choices.
    const positions = choices.length + 1;
    setActive(((active + 1 + step + positions) % positions) - 1);
  }

  return (
    <>
      <SearchField
        field={field}
        text={text}
        listId={listId}
        expanded={choices.length > 0}
        active={active}
        onType={type}
        onKeyDown={onKeyDown}
        onSubmit={() => {
          const chosen = choices[active];
          if (chosen) choose(chosen);
          else search(text);
        }}
        onCancel={onCancel}
      />
      <p role="status" className="sr-only">
        {open && !stale ? t("search.suggested", { count: choices.length }) : ""}
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
