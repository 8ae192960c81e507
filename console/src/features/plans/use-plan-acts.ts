import type { PlanPriceEffect } from "@cliffhanger/contract/console/plans";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { useAct } from "../../lib/use-act.ts";

const key = ["plans"];

/** Moves plans. The order on the screen changes once the server has it: it decides what viewers are offered first. */
export function usePlanOrder() {
  const client = useQueryClient();
  const act = useAct();
  return {
    failure: Object.values(act.fields)[0] ?? act.failure,
    move: (from: readonly string[], id: string, place: number) =>
      void act.run(async () => {
        try {
          await call("POST /api/console/plans", {
            act: "order",
            from: [...from],
            id,
            place,
            requestKey: newRequestKey(),
          });
        } finally {
          await client.invalidateQueries({ queryKey: key });
        }
      }),
  };
}

/** How an act is sent: to be shown beforehand, or as it was shown. */
export type Sent = { requestKey: string } & ({ dryRun: true } | { effect: string });

/**
 * An act that shows what it will do before it happens: `look` asks, `run` does it once, also after a lost answer. What is typed
 * anew has to be looked at anew.
 */
export function useShownAct(
  send: (sent: Sent) => Promise<{ effect: PlanPriceEffect | null }>,
  done: () => void,
) {
  const client = useQueryClient();
  const act = useAct("plans");
  const [effect, setEffect] = useState<PlanPriceEffect | null>(null);
  const requestKey = useRef(newRequestKey());
  return {
    act,
    effect,
    look: () =>
      act.run(async () => {
        requestKey.current = newRequestKey();
        setEffect((await send({ dryRun: true, requestKey: requestKey.current })).effect);
      }),
    /** Goes back to what is typed. */
    back: () => {
      act.reset();
      setEffect(null);
    },
    run: () =>
      act.run(async () => {
        try {
          await send({ effect: effect?.hash ?? "", requestKey: requestKey.current });
        } catch (error) {
          if (error instanceof CallError && error.reason === "changed_meanwhile") setEffect(null);
          throw error;
        }
        done();
        await client.invalidateQueries({ queryKey: key });
        await client.invalidateQueries({ queryKey: ["series"] });
      }),
  };
}
