import { UnstyledButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { t } from "../../lib/messages.ts";
import { Poster } from "../../ui/poster.tsx";
import type { Choice } from "./choices.ts";
import styles from "./search.module.css";

/** What was found, in groups. The arrow keys of the field above move through it; a press opens. */
export function ResultList({
  id,
  choices,
  current,
  open,
}: {
  id: string;
  choices: readonly Choice[];
  current: number;
  open: (choice: Choice) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  const groups = Map.groupBy(
    choices.map((choice, place) => ({ choice, place })),
    ({ choice }) => choice.group,
  );
  return (
    <div id={id} role="listbox" aria-label={t("find.results")} className={styles.list} ref={list}>
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
        <div key={group} role="group" aria-label={t(group)}>
          <p className={styles.heading} aria-hidden>
            {t(group)}
          </p>
          {members.map(({ choice, place }) => (
            <UnstyledButton
              key={`${choice.path} ${choice.title}`}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === current}
              className={styles.option ?? ""}
              onClick={() => open(choice)}
            >
              {choice.hit?.kind === "series" && <Poster image={choice.hit.poster} size="small" />}
              <span className={styles.title}>{choice.title}</span>
              <span className={styles.detail}>{choice.detail}</span>
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  );
}
