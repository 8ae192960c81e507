import type { ConsoleSeries, FieldValue } from "@cliffhanger/contract/console/series";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { type Act, useAct } from "../../lib/use-act.ts";
import { isSame, readField } from "./fields.ts";

/** A field that was typed in: what it showed before, and what it shows now. */
export interface Edit {
  from: FieldValue;
  to: FieldValue;
}

/** What someone else saved meanwhile in fields that were typed in here. */
export interface Conflict {
  current: Readonly<Record<string, FieldValue>>;
  by: string | null;
  at: string;
}

/** What was typed on the page of a series and is not saved. */
export interface Edits {
  count: number;
  act: Act;
  conflict: Conflict | null;
  /** The value of a field as the page shows it. */
  value(path: string): FieldValue;
  isEdited(path: string): boolean;
  set(values: Readonly<Record<string, FieldValue>>): void;
  save(): Promise<boolean>;
  discard(): void;
  /** Decides a conflict: one's own text over theirs, or theirs. */
  decide(path: string, keepMine: boolean): void;
}

type Stored = Readonly<Record<string, Edit>>;

/** Keeps what is typed on the page of a series: it outlives a reload and a new sign-in, and is sent together. */
export function useEdits(series: ConsoleSeries): Edits {
  const { id, content } = series;
  const name = `series:${id}`;
  const client = useQueryClient();
  const act = useAct();
  const [edits, setEdits] = useState<Stored>(() => readStored(name));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // The stored ones are what counts: an answer may come when another screen is open, and React then runs no update.
  const store = useCallback(
    (change: (before: Stored) => Stored) => {
      const next = change(readStored(name));
      keepEdits(name, Object.keys(next).length === 0 ? "" : JSON.stringify(next));
      setEdits(next);
    },
    [name],
  );
  const set = (values: Readonly<Record<string, FieldValue>>) =>
    store((before) => {
      const next = { ...before };
      for (const [path, to] of Object.entries(values)) {
        const from = next[path]?.from ?? readField(content, path);
        if (isSame(from, to)) delete next[path];
        else next[path] = { from, to };
      }
      return next;
    });
  const send = async (sent: Stored) => {
    try {
      const saved = await call("POST /api/console/series/change", {
        id,
        set: Object.entries(sent).map(([path, edit]) => ({ path, ...edit })),
      });
      putAnswer(client, ["series", "one", id], saved);
      setConflict(null);
      // What was typed while the answer was on its way stays.
      store((now) =>
        Object.fromEntries(
          Object.entries(now)
            .filter(([path, { to }]) => !isSame(sent[path]?.to ?? null, to) || !(path in sent))
            .map(([path, { to }]) => [path, { from: readField(saved.content, path), to }]),
        ),
      );
      void client.invalidateQueries({ queryKey: ["series"] });
    } catch (error) {
      if (!(error instanceof CallError) || error.reason !== "changed_meanwhile") throw error;
      setConflict(error.info as Conflict);
      await client.invalidateQueries({ queryKey: ["series", "one", id] });
    }
  };
  /** Forgets what was typed for episodes that are gone, for which a save was refused. Returns the rest. */
  const leaveOut = async (error: unknown, sent: Stored): Promise<Stored> => {
    const fields = error instanceof CallError ? error.fields : [];
    if (!fields.some(({ field }) => episodeOf(field) !== null)) throw error;
    const present = await call("GET /api/console/series/one", { id });
    putAnswer(client, ["series", "one", id], present);
    const isThere = (path: string) => {
      const episode = episodeOf(path);
      return episode === null || episode in present.content.episodes;
    };
    const among = (some: Stored) =>
      Object.fromEntries(Object.entries(some).filter(([path]) => isThere(path)));
    const rest = among(sent);
    const count = Object.keys(sent).length - Object.keys(rest).length;
    if (count === 0) throw error;
    store(among);
    showToast(t("save.gone", { count }));
    return rest;
  };
  const save = () =>
    act.run(async () => {
      try {
        await send(edits);
      } catch (error) {
        const rest = await leaveOut(error, edits);
        if (Object.keys(rest).length > 0) await send(rest);
      }
    });
  const decide = (path: string, keepMine: boolean) => {
    const theirs = conflict?.current[path] ?? null;
    store((before) => {
      const { [path]: mine, ...rest } = before;
      return keepMine && mine ? { ...rest, [path]: { from: theirs, to: mine.to } } : rest;
    });
    setConflict((before) => {
      if (!before) return null;
      const { [path]: _decided, ...current } = before.current;
      return Object.keys(current).length === 0 ? null : { ...before, current };
    });
  };
  return {
    count: Object.keys(edits).length,
    act,
    conflict,
    value: (path) => (path in edits ? (edits[path]?.to ?? null) : readField(content, path)),
    isEdited: (path) => path in edits,
    set,
    save,
    discard: () => {
      store(() => ({}));
      setConflict(null);
      act.reset();
    },
    decide,
  };
}

function episodeOf(path: string): string | null {
  return /^episode\.([^.]+)\./.exec(path)?.[1] ?? null;
}

function readStored(name: string): Stored {
  try {
    return JSON.parse(keptEdits(name) ?? "{}") as Stored;
  } catch {
    return {};
  }
}
