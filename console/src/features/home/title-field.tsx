import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { CallError } from "../../lib/call.ts";
import type { languages } from "../../lib/languages.ts";
import { useHeld } from "../../lib/leaving.ts";
import { t } from "../../lib/messages.ts";
import { useDraft } from "../../lib/use-draft.ts";
import styles from "./home.module.css";
import { type HomeActs, wordsOf } from "./use-home.ts";

const TYPING_MS = 800;

/** What someone else wrote into the same title meanwhile. */
interface Conflict {
  theirs: string | null;
  by: string | null;
}

/**
 * The title of a section in one language. It saves itself after a pause and on leaving the field; what is typed outlives a
 * reload until it is saved.
 */
export function TitleField({
  sectionId,
  language,
  saved,
  acts,
}: {
  sectionId: string;
  language: (typeof languages)[number];
  saved: string | null;
  acts: HomeActs;
}) {
  const path = `title.${language}`;
  const [typed, setTyped, clearTyped] = useDraft(`home:${sectionId}:${path}`, "");
  const [isTyping, setTyping] = useState(typed !== "");
  // A title that was emptied is not saved either.
  useHeld(isTyping);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // What it was typed over: after a reload too, what somebody else wrote since is not replaced unseen.
  const [keptBase, keepBase] = useDraft(`home:${sectionId}:${path}:over`, "");
  const base = keptBase === "" ? null : keptBase;
  const setBase = (over: string | null) => keepBase(over ?? "");
  const text = isTyping ? typed : (saved ?? "");
  const forget = () => {
    setTyping(false);
    clearTyped();
    setBase(null);
    setConflict(null);
    setFailure(null);
  };
  const latest = useRef<{ text: string; save: typeof save }>(null);
  const save = async (from: string | null, sent: string): Promise<void> => {
    const to = sent.trim() === "" ? null : sent.trim();
    if (to === saved) return forget();
    try {
      await acts.change({ act: "set", id: sectionId, fields: [{ path, from, to }] });
      // What was typed while the answer was on its way is saved next.
      if (latest.current?.text === sent) forget();
      else setBase(to);
    } catch (error) {
      const { current = {}, by = null } = (error instanceof CallError ? (error.info ?? {}) : {}) as {
        current?: Record<string, string | null>;
        by?: string | null;
      };
      if (path in current) setConflict({ theirs: current[path] ?? null, by });
      else setFailure(wordsOf(error));
    }
  };
  useEffect(() => {
    latest.current = { text, save };
  });
  useEffect(() => {
    if (!isTyping || conflict !== null || failure !== null) return undefined;
    const timer = setTimeout(() => void latest.current?.save(base, text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isTyping, text, base, conflict, failure]);
  const type = (next: string) => {
    if (!isTyping) setBase(saved);
    setTyping(true);
    setTyped(next);
    setFailure(null);
  };
  return (
    <div>
      <TextInput
        aria-label={t("home.titleIn", { language: t(`language.${language}`) })}
        leftSection={language.toUpperCase()}
        placeholder={t("home.titleMissing")}
        value={text}
        maxLength={80}
        error={failure}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => isTyping && conflict === null && void save(base, text)}
      />
      {conflict && (
        <div role="alert" className={styles.conflict}>
          <p>
            {t("home.conflict", {
              by: conflict.by ?? t("conflict.someone"),
              theirs: conflict.theirs ?? t("field.none"),
            })}
          </p>
          <span className={styles.buttons}>
            <Button variant="default" size="compact-sm" onClick={forget}>
              {t("conflict.takeTheirs")}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                setBase(conflict.theirs);
                setConflict(null);
                void save(conflict.theirs, text);
              }}
            >
              {t("conflict.keepMine")}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
