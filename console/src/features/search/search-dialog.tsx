import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { type Choice, choicesOf, type Place, startChoices } from "./choices.ts";
import { noteRecent, readRecent } from "./recent.ts";
import { ResultList } from "./result-list.tsx";
import styles from "./search.module.css";
import { useSearchAddress } from "./use-search-address.ts";

const TYPING_MS = 180;
const MIN_LENGTH = 2;
const LIST_ID = "find-list";

/** Search over everything that the operator may see. Whether it is open, and its words, are in the address. */
export function SearchDialog({ places }: { places: readonly Place[] }) {
  const { isOpen, close } = useSearchAddress();
  const [hasOpened, setHasOpened] = useState(false);
  useEffect(() => {
    if (isOpen) setHasOpened(false);
  }, [isOpen]);
  return (
    <Dialog opened={isOpen} title={t("find.open")} size="42rem" close={close} returnFocus={!hasOpened}>
      <Content places={places} noteOpened={() => setHasOpened(true)} />
    </Dialog>
  );
}

function useChoices(places: readonly Place[], words: string) {
  const [asked] = useDebouncedValue(words.trim(), TYPING_MS);
  const isAsked = asked.length >= MIN_LENGTH;
  const query = useQuery({
    queryKey: ["find", asked],
    queryFn: () => call("GET /api/console/search", { q: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const typed = words.trim();
  const isStart = typed.length < MIN_LENGTH;
  const choices = isStart
    ? startChoices(readRecent(), places)
    : choicesOf(query.data?.hits ?? [], places, typed);
  const isSettled = isStart || (typed === asked && !query.isFetching && !query.isPlaceholderData);
  return { query, choices, isStart, isSettled };
}

function Content({ places, noteOpened }: { places: readonly Place[]; noteOpened: () => void }) {
  const { words, setWords } = useSearchAddress();
  const [path, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const wantsFirst = useRef(false);
  const { query, choices, isStart, isSettled } = useChoices(places, words);
  const mayReadOrders = useMay("order.read");
  const current = Math.min(at, choices.length - 1);
  const open = (choice: Choice) => {
    noteRecent(choice);
    // The screen that opens takes the focus; one that is open already gives it back to what opened the search.
    if (choice.path.split("?")[0] !== path) noteOpened();
    navigate(choice.path);
  };
  useEffect(() => {
    if (!wantsFirst.current || !isSettled) return;
    wantsFirst.current = false;
    const [first] = choices;
    if (first) open(first);
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt((current + step + choices.length) % choices.length);
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const choice = choices[current];
    // What was pasted and confirmed at once opens when it is found.
    if (!isSettled) wantsFirst.current = true;
    else if (choice) open(choice);
  };
  return (
    <div className={styles.content}>
      <TextInput
        role="combobox"
        aria-label={t("find.label")}
        aria-expanded={choices.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${LIST_ID}-${current}` : undefined}
        placeholder={t(mayReadOrders ? "find.placeholder" : "find.placeholderContent")}
        leftSection={<Search size={17} aria-hidden />}
        value={words}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        onKeyDown={press}
        onChange={(event) => {
          setAt(0);
          wantsFirst.current = false;
          setWords(event.currentTarget.value);
        }}
      />
      <p className={styles.count} role="status">
        {!isStart && isSettled && !query.error && t("find.count", { count: choices.length })}
      </p>
      {isStart ? (
        <>
          <p className={styles.hint}>{t(mayReadOrders ? "find.hint" : "find.hintContent")}</p>
          <ResultList id={LIST_ID} choices={choices} current={current} open={open} />
        </>
      ) : (
        <Loadable query={query} skeleton={<Skeletons rows={5} />}>
          {() =>
            choices.length === 0 && isSettled ? (
              <Empty
                text={t("find.none", { words: words.trim() })}
                act={<p className={styles.hint}>{t("find.noneHint")}</p>}
              />
            ) : (
              <ResultList id={LIST_ID} choices={choices} current={current} open={open} />
            )
          }
        </Loadable>
      )}
    </div>
  );
}
