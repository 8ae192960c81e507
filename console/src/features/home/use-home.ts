import type { ConsoleHome, HomeChange } from "@cliffhanger/contract/console/home";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { closeActs, showToast } from "../../lib/toasts.ts";

const key = ["home", "now"];

/** Reads the home screen with its unpublished changes. */
export function useHomeQuery() {
  return useQuery({ queryKey: key, queryFn: () => call("GET /api/console/home") });
}

/** How the sections are changed. */
export interface HomeActs {
  /** Why the last change failed; null when it did not. */
  failure: string | null;
  /** When the last change was saved. */
  savedAt: string | null;
  /** Makes a change, after those before it. `done`: a notice, from which it can be undone. Rejects when it fails. */
  change(change: HomeChange, done?: string): Promise<void>;
  /** The same for a control that shows no failure of its own. */
  tryChange(change: HomeChange, done?: string): void;
  /** Takes over what another call about home answered. */
  take(home: ConsoleHome): void;
}

/** Changes the sections one after the other; the order of rows is shown before the server has answered. */
export function useHomeActs(): HomeActs {
  const client = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Changes that the server has not answered yet. */
  const waiting = useRef<readonly HomeChange[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const take = (home: ConsoleHome) => {
    // A notice would undo more than what it is about.
    closeActs();
    // An answer does not know of the moves after it, which are shown already.
    putAnswer(client, key, waiting.current.reduce(withChange, home));
    void client.invalidateQueries({ queryKey: ["home", "versions"] });
  };
  const send = async (change: HomeChange, done: string | undefined) => {
    const before = client.getQueryData<ConsoleHome>(key);
    const forget = () => {
      waiting.current = waiting.current.filter((one) => one !== change);
    };
    let version: number;
    try {
      const home = await call("POST /api/console/home/change", change);
      ({ version } = home);
      forget();
      take(home);
      setFailure(null);
      setSavedAt(home.changedAt);
    } catch (error) {
      forget();
      await client.invalidateQueries({ queryKey: key });
      throw error;
    }
    // The version before it may be somebody else's, which was not read here; once another change waits, the notice would undo both.
    if (done !== undefined && before && version > before.version && waiting.current.length === 0)
      showToast(done, { label: t("undo"), run: () => undoLast(version) });
  };
  const undo = async (version: number) => {
    try {
      take(await call("POST /api/console/home/restore", { version, restore: version - 1 }));
    } catch (error) {
      setFailure(sentenceOf(error));
      await client.invalidateQueries({ queryKey: key });
    }
  };
  const undoLast = (version: number) => {
    last.current = last.current.then(() => undo(version));
  };
  const change = (wanted: HomeChange, done?: string) => {
    // Until this one is saved, a notice would undo the change before it.
    closeActs();
    waiting.current = [...waiting.current, wanted];
    putAnswer<ConsoleHome>(client, key, (home) => home && withChange(home, wanted));
    const sent = last.current.then(() => send(wanted, done));
    last.current = sent.catch(() => undefined);
    return sent;
  };
  return {
    failure,
    savedAt,
    change,
    take,
    tryChange: (wanted, done) => void change(wanted, done).catch((error) => setFailure(wordsOf(error))),
  };
}

/** Returns what went wrong, with the messages about single fields. */
export function wordsOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields.length > 0 ? fields.map(({ message }) => message).join(" ") : sentenceOf(error);
}

/** Returns home as it is shown before the server has answered: moves only. */
function withChange(home: ConsoleHome, change: HomeChange): ConsoleHome {
  if (change.act !== "move") return home;
  const { id, before } = change;
  const section = home.sections.find((one) => one.id === id);
  if (!section) return home;
  const others = home.sections.filter((one) => one !== section);
  const at = others.findIndex((one) => one.id === before);
  return { ...home, sections: others.toSpliced(at < 0 ? others.length : at, 0, section) };
}
