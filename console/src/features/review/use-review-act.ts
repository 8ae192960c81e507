import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CallError } from "../../lib/call.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { type Act, useAct } from "../../lib/use-act.ts";

/** An act on an entry: with its key it happens once, also after a lost answer. The queue is read again after it. */
export function useReviewAct(): {
  act: Act;
  run: (work: (requestKey: string) => Promise<unknown>, after: { words: string; done?: () => void }) => void;
} {
  const client = useQueryClient();
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ["review"] });
    await client.invalidateQueries({ queryKey: ["orders"] });
  };
  return {
    act,
    run: (work, { words, done }) =>
      void act.run(async () => {
        try {
          await work(requestKey.current);
        } catch (error) {
          // What is decided already, and what an edited text changes, is another act.
          if (!(error instanceof CallError && error.isLost)) requestKey.current = newRequestKey();
          if (error instanceof CallError && error.reason === "already_so") await readAgain();
          throw error;
        }
        requestKey.current = newRequestKey();
        done?.();
        showToast(words);
        await readAgain();
      }),
  };
}
