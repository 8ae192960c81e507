import { useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "./call.ts";
import { sentenceOf } from "./sentence.ts";
import { showToast } from "./toasts.ts";
import { useReadAgain } from "./use-read-again.ts";

/** An act of a form: a call that is running, or why the last one failed. */
export interface Act {
  busy: boolean;
  /** What went wrong, in a sentence; null when nothing did. */
  failure: string | null;
  /** The messages about single fields. */
  fields: Readonly<Record<string, string>>;
  /** Runs the work unless it runs already. Resolves to false when it failed. */
  run(work: () => Promise<void>): Promise<boolean>;
  /** Forgets the failure. */
  reset(): void;
}

/**
 * Keeps the state of an act. A second press while it runs does nothing. Once its screen was left, a notice says why it failed: an
 * undo may be pressed from anywhere.
 * @param about what a refusal is about, by the first part of the keys of its queries: it is read again
 */
export function useAct(about?: string): Act {
  const readAgain = useReadAgain(about);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<Record<string, string>>({});
  const running = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const reset = useCallback(() => {
    setFailure(null);
    setFields({});
  }, []);
  const run = useCallback(
    async (work: () => Promise<void>) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFailure(null);
      setFields({});
      try {
        await work().catch(readAgain);
        return true;
      } catch (error) {
        const named = error instanceof CallError ? error.fields : [];
        setFields(Object.fromEntries(named.map(({ field, message }) => [field, message])));
        // A cancelled proof is no failure: the page is as before.
        const isCancelled = error instanceof CallError && error.reason === "fresh_required";
        if (!isCancelled && named.length === 0) setFailure(sentenceOf(error));
        if (!isCancelled && !isShown.current) showToast(named[0]?.message ?? sentenceOf(error));
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [readAgain],
  );
  return { busy, failure, fields, run, reset };
}

/** Keeps the state of an act of a dialog: a dialog that opens again, after the browser's way back too, shows no earlier failure. */
export function useDialogAct(isOpen: boolean, about?: string): Act {
  const act = useAct(about);
  const { reset } = act;
  useEffect(() => {
    if (!isOpen) reset();
  }, [isOpen, reset]);
  return act;
}
